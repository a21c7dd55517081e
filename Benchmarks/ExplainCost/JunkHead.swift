import Bytes

/// A head that never was one, of any size: a beginning, a piece over and over, and the end of a head.
struct JunkHead {
    let name: String
    let start: String
    let piece: [UInt8]

    init(_ name: String, _ start: String, _ piece: [UInt8]) {
        self.name = name
        self.start = start
        self.piece = piece
    }

    init(_ name: String, _ start: String, _ piece: String) {
        self.init(name, start, Array(piece.utf8))
    }

    func bytes(_ count: Int) -> Bytes {
        var bytes = Array(start.utf8)
        while bytes.count < count { bytes += piece }
        return Bytes(Array(bytes[..<count]) + [13, 10, 13, 10])
    }

    private static let request = "GET / HTTP/1.1\r\nHost: a\r\n"

    static let shapes: [JunkHead] = [
        // A linear congruential generator, so that it is the same noise each time.
        JunkHead(
            "noise", "",
            (0..<4096).map { UInt8(truncatingIfNeeded: (UInt32($0) &* 1_664_525 &+ 1_013_904_223) >> 13) }),
        JunkHead("letters", "", "a"),
        JunkHead("line feeds", "", "\n"),
        JunkHead("short field lines", request, "a: b\r\n"),
        JunkHead("folded line", request + "a: b\r\n", " c\r\n"),
        JunkHead("long target", "GET /", "a/%41?b=c&"),
        JunkHead("Content-Length list", request + "Content-Length: ", "1,"),
        JunkHead("Cookie", request + "Cookie: ", "a=b; "),
        JunkHead("Set-Cookie", "HTTP/1.1 200 OK\r\nSet-Cookie: a=b", "; Path=/"),
        JunkHead("Cache-Control", "HTTP/1.1 200 OK\r\nCache-Control: ", "max-age=1, "),
        JunkHead("Accept", request + "Accept: ", "a/b;q=0.1, "),
        JunkHead("quoted string", request + "Accept: a/b;c=\"", "\\\""),
        JunkHead("parentheses", request + "Priority: ", "("),
        JunkHead("chunks", request + "Transfer-Encoding: chunked\r\n\r\n", "1;a=b\r\nx\r\n"),
    ]
}
