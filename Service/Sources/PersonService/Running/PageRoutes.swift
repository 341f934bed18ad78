import Foundation
import Hummingbird

/// The page and its files, which are a part of the program.
struct PageRoutes {
  private struct File {
    let name: String
    let type: String
    let bytes: [UInt8]
  }

  private static let index = File(
    name: "index.html", type: "text/html; charset=utf-8", bytes: PackageResources.index_html)

  private static let files = [
    File(name: "style.css", type: "text/css; charset=utf-8", bytes: PackageResources.style_css),
    File(name: "icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
    script("api.js", PackageResources.api_js),
    script("app.js", PackageResources.app_js),
    script("ask.js", PackageResources.ask_js),
    script("attributes.js", PackageResources.attributes_js),
    script("changes.js", PackageResources.changes_js),
    script("chart.js", PackageResources.chart_js),
    script("columns.js", PackageResources.columns_js),
    script("dialog.js", PackageResources.dialog_js),
    script("drafts.js", PackageResources.drafts_js),
    script("duplicates.js", PackageResources.duplicates_js),
    script("editor.js", PackageResources.editor_js),
    script("elements.js", PackageResources.elements_js),
    script("export.js", PackageResources.export_js),
    script("files.js", PackageResources.files_js),
    script("filters.js", PackageResources.filters_js),
    script("follow.js", PackageResources.follow_js),
    script("formats.js", PackageResources.formats_js),
    script("group.js", PackageResources.group_js),
    script("groups.js", PackageResources.groups_js),
    script("heads.js", PackageResources.heads_js),
    script("history.js", PackageResources.history_js),
    script("hub.js", PackageResources.hub_js),
    script("import.js", PackageResources.import_js),
    script("json.js", PackageResources.json_js),
    script("list.js", PackageResources.list_js),
    script("literals.js", PackageResources.literals_js),
    script("mapping.js", PackageResources.mapping_js),
    script("marks.js", PackageResources.marks_js),
    script("options.js", PackageResources.options_js),
    script("order.js", PackageResources.order_js),
    script("pair.js", PackageResources.pair_js),
    script("people.js", PackageResources.people_js),
    script("person.js", PackageResources.person_js),
    script("personFilters.js", PackageResources.personFilters_js),
    script("plan.js", PackageResources.plan_js),
    script("preview.js", PackageResources.preview_js),
    script("rejections.js", PackageResources.rejections_js),
    script("relations.js", PackageResources.relations_js),
    script("reorder.js", PackageResources.reorder_js),
    script("result.js", PackageResources.result_js),
    script("roving.js", PackageResources.roving_js),
    script("rows.js", PackageResources.rows_js),
    script("selected.js", PackageResources.selected_js),
    script("session.js", PackageResources.session_js),
    script("shared.js", PackageResources.shared_js),
    script("store.js", PackageResources.store_js),
    script("tableFilters.js", PackageResources.tableFilters_js),
    script("tableRow.js", PackageResources.tableRow_js),
    script("tables.js", PackageResources.tables_js),
    script("texts.js", PackageResources.texts_js),
    script("trash.js", PackageResources.trash_js),
    script("upload.js", PackageResources.upload_js),
  ]

  private static func script(_ name: String, _ bytes: [UInt8]) -> File {
    File(name: name, type: "text/javascript; charset=utf-8", bytes: bytes)
  }

  func add(to router: Router<ServiceContext>) {
    // Each view has an address of its own.
    for path in ["", "groups", "duplicates", "tables", "ask", "import", "trash", "store"] {
      router.get(RouterPath(path)) { _, _ in Self.response(Self.index) }
    }
    for file in Self.files {
      router.get(RouterPath("page/\(file.name)")) { _, _ in Self.response(file) }
    }
  }

  private static func response(_ file: File) -> Response {
    Response(
      status: .ok, headers: [.contentType: file.type, .cacheControl: "no-cache"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
  }
}
