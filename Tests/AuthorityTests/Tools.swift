import Bytes
import Foundation
import Testing

@testable import Authority

/// A folder for one test, gone when the test is over.
final class TemporaryFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "hark-authority-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ name: String, _ bytes: Bytes) throws -> String {
        let file = path + "/" + name
        try Data(bytes.array).write(to: URL(filePath: file))
        return file
    }
}

/// Foreign programs that judge what Hark makes.
enum Tool {
    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs a program and gives what it printed, on both outputs, when it ends well.
    @discardableResult
    static func run(_ words: String...) throws -> String {
        let (status, text) = try result(of: words)
        guard status == 0 else { throw Failed(description: "\(words.joined(separator: " ")): \(text)") }
        return text
    }

    static func result(of words: [String]) throws -> (status: Int32, text: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    static func exists(_ name: String) -> Bool {
        (try? result(of: ["sh", "-c", "command -v \(name)"]).status) == 0
    }
}

/// The moment at which the tests' certificates are made: 2026-05-28T20:26:40Z.
let moment: Int64 = 1_780_000_000
let day: Int64 = 86_400

extension LocalAuthority {
    static func sample(
        _ kind: KeyKind = .p256, owner: AuthorityOwner = AuthorityOwner(user: "ada", host: "engine"),
        now: Int64 = moment
    ) throws -> LocalAuthority {
        try make(kind, owner: owner, now: now)
    }
}

func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
}

func setMode(_ mode: Int, of path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
}
