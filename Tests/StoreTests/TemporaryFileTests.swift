import Bytes
import Foundation
import Testing

@testable import Store

/// What does not fit into memory is nobody else's to read, and is gone with whoever held it.
@Suite struct TemporaryFileTests {
    @Test func nobodyElseReadsItAndNoNameLeadsToIt() throws {
        let file = try TemporaryFile()
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600 && status.st_uid == geteuid())
        // Without a name from the start: whatever ends the program, an error or kill -9, nothing stays.
        #expect(status.st_nlink == 0)
        #expect(fcntl(file.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    }

    @Test func whatWasWrittenIsReadBackAndNoMoreThanThat() throws {
        let file = try TemporaryFile()
        #expect(Bytes("0123456789").withUnsafeBytes { file.write($0, at: 5) })
        var room = [UInt8](repeating: 1, count: 10)
        #expect(room.withUnsafeMutableBytes { file.read(into: $0, at: 5) } && room == Array("0123456789".utf8))
        #expect(!room.withUnsafeMutableBytes { file.read(into: $0, at: 6) })
        file.empty()
        #expect(!room.withUnsafeMutableBytes { file.read(into: $0, at: 0) })
    }

    @Test func aSpoolFileGivesNothingThatIsNotThere() throws {
        let spool = try SpoolFile()
        for text in ["abc", "defg"] { #expect(Bytes(text).withUnsafeBytes { spool.append($0) }) }
        #expect(spool.count == 7 && spool.read(2..<5) == "cde")
        #expect(spool.read(5..<9).isEmpty)
        var pieces: [String] = []
        _ = spool.forEachPiece(of: 3) {
            pieces.append(String(decoding: $0, as: UTF8.self))
            return pieces.count < 2
        }
        #expect(pieces == ["abc", "def"])
    }
}
