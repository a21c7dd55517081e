package import Bytes
import CPage
import HTTPSemantics

/// The files of the page, by their paths, and a name for all of them together. A value.
package struct PageAssets: Sendable {
    private let files: [String: Bytes]
    /// Another one when any file is another.
    package let hash: String

    /// - Parameter name: in place of the hash, for files that may change and are kept by nobody.
    package init(_ files: [String: Bytes], name: String? = nil) {
        self.files = files
        if let name {
            hash = name
            return
        }
        var all: [UInt8] = []
        for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
            all += path.utf8
            all.append(0)
            all += HashAlgorithm.sha256.digest(bytes)
        }
        hash = String(HashAlgorithm.sha256.text(all).prefix(16))
    }

    /// Those that are part of the program, as they are served.
    package static let embedded: PageAssets = {
        var files: [String: Bytes] = [:]
        var number = 0
        var (path, bytes, count) = (UnsafePointer<CChar>?.none, UnsafePointer<UInt8>?.none, 0)
        while cpage_file(number, &path, &bytes, &count) == 1, let path, let bytes {
            let name = String(cString: path)
            files[name] = ServedFile.bytes(name, Bytes(Array(UnsafeBufferPointer(start: bytes, count: count))))
            number += 1
        }
        return PageAssets(files)
    }()

    package var paths: [String] { files.keys.sorted() }

    package func file(_ path: String) -> Bytes? { files[path] }

    /// The page: where it names its files, the word HASH is in place of what they are called this time. A comment
    /// `modules FOLDER NAME …` lists the scripts that it needs at once: each is a link that has it fetched early.
    var page: Bytes {
        let text = files["index.html"] ?? "The page is not part of this build."
        let lines = text.text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            let words = line.split(separator: " ")
            guard words.count > 2, words[0] == "<!--modules", line.hasSuffix("-->") else { return [String(line)] }
            return line.dropLast(3).split(separator: " ").dropFirst(2).map { name in
                "<link rel=\"modulepreload\" href=\"/assets/HASH/\(words[1])\(name).js\">"
            }
        }
        return Bytes(
            lines.joined(separator: "\n").split(separator: "/assets/HASH/", omittingEmptySubsequences: false).joined(
                separator: "/assets/\(hash)/"))
    }

    static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "woff2": "font/woff2"
        default: "text/plain; charset=utf-8"
        }
    }
}
