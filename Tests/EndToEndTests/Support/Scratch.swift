import Foundation

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

/// What kept a test from being carried out; the text is for the person who runs it.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }

    /// For scripts of origins, which run outside of any test: what they throw is found in their `problems`.
    static func unless(_ isSo: Bool, _ description: String) throws {
        if !isSo { throw Failure(description) }
    }
}

/// Asks again and again until the answer is yes; no test waits longer than this (half a minute) for anything, and none waits in vain
/// when all is well.
func eventually(_ what: String, within seconds: Double = 30, _ isSo: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while try !isSo() {
        guard ContinuousClock.now < deadline else { throw Failure("not within \(seconds) seconds: \(what)") }
        usleep(2_000)
    }
}
