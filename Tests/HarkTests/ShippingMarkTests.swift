import Bytes
import Foundation
import Platform
import Synchronization
import Testing

@testable import hark

/// The file beside a session that has the key of its tags: nobody else's key is taken, and nothing of another's is
/// written over.
@Suite struct ShippingMarkTests {
    private func withSession(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "hark-mark-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        FileManager.default.createFile(atPath: folder + "/a.hark", contents: Data())
        try body(folder + "/a.hark")
    }

    private func content(_ path: String) -> Data? { FileManager.default.contents(atPath: path) }

    private func files(beside session: String) throws -> [String] {
        let folder = (session as NSString).deletingLastPathComponent
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    /// A file of its own, of mode 0600, and no other one is left beside it.
    private func expectOwn(_ session: String) throws {
        var status = stat()
        #expect(lstat(session + "-ship", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o777 == 0o600)
        #expect(try files(beside: session).filter { $0.hasPrefix("a.hark") } == ["a.hark", "a.hark-ship"])
    }

    @Test func theKeyStaysAndWordsComeBack() throws {
        try withSession { session in
            let mark = ShippingMark(of: session)
            let key = try #require(mark.claimKey())
            #expect(key.count == 32 && mark.claimKey() == key)
            mark.set(["--to=x", "--label=a b\n"])
            #expect(mark.claimKey() == key)
            try expectOwn(session)
            let folder = (session as NSString).deletingLastPathComponent
            let found = ShippingMark.sessions(in: folder, with: ["--to=x", "--label=a b\n"])
            #expect(found.same == [session] && found.others.isEmpty)
            #expect(ShippingMark.sessions(in: folder, with: ["--to=y"]).others == [session])
            mark.remove(unlessOfProxy: true)
            #expect(mark.claimKey() == key)
            mark.remove(unlessOfProxy: false)
            #expect(try files(beside: session) == ["a.hark"])
            #expect(mark.claimKey() != key)
        }
    }

    @Test(arguments: ["set", "claim"])
    func whatALinkLeadsToIsNeitherReadNorWritten(way: String) throws {
        try withSession { session in
            // A mark as Hark writes it, with a key that somebody else knows; and a file of the user's.
            let known = Data("hark-ship 1\n".utf8) + Data(repeating: 7, count: 32)
            for (precious, bytes) in [("known", known), ("precious", Data("precious".utf8)), ("missing", nil)] {
                let target = (session as NSString).deletingLastPathComponent + "/" + precious
                if let bytes { FileManager.default.createFile(atPath: target, contents: bytes) }
                chmod(target, 0o600)
                #expect(symlink(target, session + "-ship") == 0)
                let mark = ShippingMark(of: session)
                if way == "set" { mark.set(["--to=x"]) }
                let key = try #require(mark.claimKey())
                #expect(key != Bytes([UInt8](repeating: 7, count: 32)))
                #expect(content(target) == bytes)
                try expectOwn(session)
                mark.remove()
            }
        }
    }

    /// What an earlier Hark wrote had a place in it, or a key without a name of its format; a file may be cut short.
    @Test func whatIsNoMarkIsMadeAnew() throws {
        let place = "postgres://hark@db.example.com/fleet?sslmode=verify-full"
        let key = Data(repeating: 7, count: 32)
        let whole = Data("hark-ship 1\n".utf8) + key
        let others = [
            Data(place.utf8), Data((place + "\n").utf8), key, key + Data("--to=x\0".utf8), Data(),
            Data("hark-ship 1\n".utf8), whole.dropLast(), Data("hark-ship 2\n".utf8) + key,
            Data("HARK-SHIP 1\n".utf8) + key,
        ]
        try withSession { session in
            for bytes in others {
                FileManager.default.createFile(atPath: session + "-ship", contents: bytes)
                chmod(session + "-ship", 0o600)
                let mark = ShippingMark(of: session)
                let key = try #require(mark.claimKey())
                #expect(key.count == 32 && key != Bytes([UInt8](repeating: 7, count: 32)))
                #expect(!String(decoding: content(session + "-ship") ?? Data(), as: UTF8.self).contains("postgres"))
                #expect(mark.claimKey() == key)
                try expectOwn(session)
                mark.remove()
            }
            // Its own, but others can read it.
            FileManager.default.createFile(atPath: session + "-ship", contents: whole)
            chmod(session + "-ship", 0o644)
            #expect(ShippingMark(of: session).claimKey() != Bytes([UInt8](repeating: 7, count: 32)))
            try expectOwn(session)
        }
    }

    /// Two shippers and a proxy that starts: each of them sees one key, and always a whole one.
    @Test func thoseWhoAskAtOnceHaveOneKey() throws {
        try withSession { session in
            for _ in 1...20 {
                let keys = Mutex<[Bytes?]>([])
                DispatchQueue.concurrentPerform(iterations: 8) { _ in
                    let key = ShippingMark(of: session).claimKey()
                    keys.withLock { $0.append(key) }
                }
                let all = keys.withLock { $0 }
                #expect(Set(all).count == 1 && !all.contains(nil))
                let key = all[0]
                DispatchQueue.concurrentPerform(iterations: 8) { number in
                    for _ in 1...20 {
                        if number == 0 { ShippingMark(of: session).set(["--to=x"]) }
                        let found = ShippingMark(of: session).claimKey()
                        if found != key { keys.withLock { $0.append(found) } }
                    }
                }
                #expect(keys.withLock { $0.count } == 8)
                try expectOwn(session)
                ShippingMark(of: session).remove()
            }
        }
    }
}
