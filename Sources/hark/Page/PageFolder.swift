import Bytes
import Page
import Platform

/// The page's files in a folder that somebody works on, in place of those that are part of the program.
enum PageFolder {
    /// nil in a release, and where no folder is named.
    static var named: (@Sendable () -> PageAssets)? {
        #if DEBUG
        guard let folder = Environment.value("HARK_PAGE_FILES"), !folder.isEmpty else { return nil }
        return { read(folder) }
        #else
        return nil
        #endif
    }

    #if DEBUG
    private static func read(_ folder: String) -> PageAssets {
        var files: [String: Bytes] = [:]
        read(folder, "", &files)
        return PageAssets(files, name: "folder")
    }

    private static func read(_ folder: String, _ prefix: String, _ files: inout [String: Bytes]) {
        guard let listing = opendir(folder + "/" + prefix) else { return }
        defer { closedir(listing) }
        while let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard !name.hasPrefix(".") else { continue }
            let path = prefix + name
            var status = stat()
            guard stat(folder + "/" + path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                read(folder, path + "/", &files)
            } else if let bytes = try? InputFile(folder + "/" + path).read() {
                files[path] = ServedFile.bytes(path, bytes)
            }
        }
    }
    #endif
}
