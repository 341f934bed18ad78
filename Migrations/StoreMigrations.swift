/// The SQL files of this folder, embedded in the binary.
public enum StoreMigrations {
  /// Each file's name and bytes, in the order of their numbers.
  public static let files: [(name: String, bytes: [UInt8])] = [
    ("0001_people_and_groups.sql", PackageResources._001_people_and_groups_sql),
    ("0001_people_and_groups.down.sql", PackageResources._001_people_and_groups_down_sql),
    ("0002_text_version.sql", PackageResources._002_text_version_sql),
    ("0002_text_version.down.sql", PackageResources._002_text_version_down_sql),
    ("0004_age_and_attributes.sql", PackageResources._004_age_and_attributes_sql),
    ("0004_age_and_attributes.down.sql", PackageResources._004_age_and_attributes_down_sql),
    ("0005_imports.sql", PackageResources._005_imports_sql),
    ("0005_imports.down.sql", PackageResources._005_imports_down_sql),
    ("0006_search.sql", PackageResources._006_search_sql),
    ("0006_search.down.sql", PackageResources._006_search_down_sql),
  ]
}
