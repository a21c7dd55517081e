import Foundation
import TestKit

/// A folder of one test, removed with everything in it when the last reference goes.
final class Scratch: Sendable {
    let path: String

    init() throws {
        var template = Array((NSTemporaryDirectory() + "/hark-test-XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure("no temporary folder: \(String(cString: strerror(errno)))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func file(_ name: String) -> String {
        path + "/" + name
    }

    @discardableResult
    func write(_ name: String, _ content: some Sequence<UInt8>) throws -> String {
        let path = file(name)
        try Data(content).write(to: URL(filePath: path))
        return path
    }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, text.utf8)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
