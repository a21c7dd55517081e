import Library
import Page
import Store

/// What was recorded, for the views that show it.
enum OpenedSource {
    /// Why a session that a page opens beside itself cannot be changed.
    static let beside = "A session opened on the page is read-only; 'hark page' with its name can change it."

    /// - Parameter name: of a session, a fleet's database, or the path of a recording; nil: the newest session.
    static func open(_ name: String?) throws -> any PageSource {
        if let (flows, start) = try OpenedFleet.open(name) {
            let shown = LibraryPage.Shown(flows, name: "fleet", start: start)
            return LibraryPage(.session, readOnly: OpenedFleet.readOnly) { () throws(PageError) in shown }
        }
        let path = try SessionChoice.path(of: name)
        return try SessionFile.isDatabase(path) ? session(path) : recording(path)
    }

    /// - Parameters:
    ///   - name: as a person knows it; nil: by its path.
    ///   - readOnly: why its flows cannot be changed; nil: they can.
    static func session(
        _ path: String, name: String? = nil, readOnly: String? = nil
    ) throws(SessionError) -> any PageSource {
        let shown = try shown(path, name: name, isFilledHere: false)
        return LibraryPage(.session, readOnly: readOnly) { () throws(PageError) in shown }
    }

    static func shown(
        _ path: String, name: String? = nil, isFilledHere: Bool
    ) throws(SessionError) -> LibraryPage.Shown {
        let library = try SessionLibrary(shared: path, isFilledHere: isFilledHere, .standard)
        let began = isFilledHere ? Clock.microseconds() : try SessionEntry(path: path).start * 1_000_000
        let name = name ?? lastPart(path)
        return LibraryPage.Shown(
            library, path: path, name: name.hasSuffix(SessionName.ending) ? String(name.dropLast(5)) : name,
            start: try library.start() ?? began)
    }

    /// A HAR, a log, what curl printed.
    static func recording(_ path: String, name: String? = nil) throws -> any PageSource {
        let library = try RecordLibrary.open(path)
        let start = try library.start() ?? 0
        let shown = LibraryPage.Shown(SharedLibrary(library), name: name ?? lastPart(path), start: start)
        return LibraryPage(.recording, readOnly: ReadOnlyLibrary().text) { () throws(PageError) in shown }
    }

    private static func lastPart(_ path: String) -> String {
        path.split(separator: "/").last.map { String($0) } ?? path
    }
}
