import Platform

/// Where a path leads, so that two spellings of one place are told to be the same. A value.
struct FilePlace: Equatable {
    private let path: String

    /// A file that is not there yet is known by its folder.
    init(_ path: String) {
        if let real = Self.resolved(path) {
            self.path = real
            return
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
        self.path = (Self.resolved(folder) ?? folder) + "/" + name
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
