import Bytes
import HTTPWire
import Testing

@Suite struct SOCKS5ServiceTests {
    /// What the client was sent, what came of it, and what was left unread.
    struct Course: Equatable {
        var sent: [UInt8] = []
        var end = "more"
        var rest: [UInt8] = []
    }

    private func play(_ credentials: Bytes?, _ said: [UInt8], splits: [Int]) -> Course {
        var service = SOCKS5Service(credentials: credentials)
        var course = Course()
        var unread: [UInt8] = []
        var place = 0
        for split in splits + [said.count] where course.end == "more" {
            unread += said[place..<split]
            place = split
            var isWaiting = false
            while !isWaiting, course.end == "more" {
                switch service.read(Bytes(unread)) {
                case .more: isWaiting = true
                case .send(let bytes, let consumed):
                    unread.removeFirst(consumed)
                    course.sent += bytes.array
                case .connect(let host, let port, let consumed):
                    unread.removeFirst(consumed)
                    course.end = "\(host.text) \(port)"
                case .refuse(let answer, let refusal):
                    course.sent += answer.array
                    course.end = "\(refusal)"
                }
            }
        }
        if course.end.contains(" ") { course.rest = unread + said[place...] }
        return course
    }

    /// However the client's bytes were cut, the same comes of them.
    private func course(_ said: [UInt8], asking credentials: Bytes? = nil) -> Course {
        let whole = play(credentials, said, splits: [])
        for split in said.indices {
            #expect(play(credentials, said, splits: [split]) == whole, "cut at \(split)")
        }
        #expect(play(credentials, said, splits: Array(said.indices)) == whole)
        return whole
    }

    private static let named: [UInt8] = [5, 1, 0, 3, 9] + Array("a.example".utf8) + [1, 187]

    @Test func aNameAndWhatIsBehindIt() {
        let course = course([5, 1, 0] + Self.named + [22, 3])
        #expect(course == Course(sent: [5, 0], end: "a.example 443", rest: [22, 3]))
    }

    @Test func addressesAreReadAsTextsHaveThem() {
        #expect(course([5, 2, 1, 0, 5, 1, 0, 1, 192, 0, 2, 7, 0, 80]).end == "192.0.2.7 80")
        let long: [UInt8] = [5, 1, 0, 4, 0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 80]
        #expect(course([5, 1, 0] + long).end == "2001:db8::1 80")
    }

    @Test func whoIsAskedShowsIt() {
        let user: [UInt8] = [1, 2, 109, 101, 2, 112, 119]
        #expect(
            course([5, 2, 0, 2] + user + Self.named, asking: "me:pw")
                == Course(sent: [5, 2, 1, 0], end: "a.example 443"))
        #expect(course([5, 1, 2] + user, asking: "me:pW") == Course(sent: [5, 2, 1, 1], end: "wrongCredentials"))
        #expect(course([5, 1, 0] + Self.named, asking: "me:pw") == Course(sent: [5, 255], end: "noCommonMethod"))
        #expect(course([5, 1, 2], asking: nil) == Course(sent: [5, 255], end: "noCommonMethod"))
    }

    /// RFC 1928 §6: the second byte of the reply.
    @Test func whatIsNotDoneIsAnsweredSo() {
        let failure: [UInt8] = [0, 1, 0, 0, 0, 0, 0, 0]
        let cases: [(request: [UInt8], code: UInt8, end: String)] = [
            ([5, 2, 0, 1, 1, 1, 1, 1, 0, 80], 7, "command(2)"), ([5, 3, 0, 1, 1, 1, 1, 1, 0, 80], 7, "command(3)"),
            ([5, 1, 0, 2, 1], 8, "malformed"), ([5, 1, 9, 1, 1], 1, "malformed"),
            ([5, 1, 0, 1, 1, 1, 1, 1, 0, 0], 1, "malformed"), ([5, 1, 0, 3, 0, 0, 80], 1, "malformed"),
            ([5, 1, 0, 3, 3, 97, 10, 98, 0, 80], 1, "malformed"), ([4, 1, 0, 1, 1], 1, "malformed"),
        ]
        for (request, code, end) in cases {
            #expect(course([5, 1, 0] + request) == Course(sent: [5, 0, 5, code] + failure, end: end), "\(request)")
        }
    }

    @Test func whatIsNotSOCKS5GetsNoAnswer() {
        #expect(course([4, 1, 0, 80, 127, 0, 0, 1, 0]) == Course(end: "notSOCKS(4)"))
        #expect(course(Array("GET / HTTP/1.1".utf8)) == Course(end: "notSOCKS(71)"))
        #expect(course([5, 3, 0]).end == "more")
    }
}
