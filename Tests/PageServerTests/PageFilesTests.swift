import Bytes
import Foundation
import PageServer
import Testing

/// The files that are part of the program are those of the folder, each once and to the byte.
@Suite struct PageFilesTests {
    @Test func theListOfFilesIsTheFolder() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/CPage/page")
        let paths = try #require(FileManager.default.enumerator(atPath: root.path)).compactMap { $0 as? String }
        let files = paths.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder)
            return !isFolder.boolValue && !path.split(separator: "/").contains { $0.hasPrefix(".") }
        }
        #expect(files.sorted() == PageAssets.embedded.paths)
        for path in files {
            let bytes = try Data(contentsOf: root.appending(path: path))
            // Two files are too long to be told.
            let isSame = PageAssets.embedded.file(path)?.array == Array(bytes)
            #expect(isSame, "\(path)")
        }
    }
}
