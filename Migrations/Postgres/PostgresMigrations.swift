/// The SQL files of this folder, embedded in the binary.
public enum PostgresMigrations {
  /// Each file's name and bytes, in the order of their numbers.
  public static let files: [(name: String, bytes: [UInt8])] = [
    ("0001_people_and_groups.sql", PackageResources._001_people_and_groups_sql),
    ("0001_people_and_groups.down.sql", PackageResources._001_people_and_groups_down_sql),
    ("0003_changes.sql", PackageResources._003_changes_sql),
    ("0003_changes.down.sql", PackageResources._003_changes_down_sql),
    ("0004_age_and_attributes.sql", PackageResources._004_age_and_attributes_sql),
    ("0004_age_and_attributes.down.sql", PackageResources._004_age_and_attributes_down_sql),
    ("0006_search.sql", PackageResources._006_search_sql),
    ("0006_search.down.sql", PackageResources._006_search_down_sql),
  ]
}
