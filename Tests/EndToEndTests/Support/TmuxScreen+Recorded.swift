import TestKit

extension TmuxScreen {
    /// A session of two exchanges, to be looked at.
    static func recorded() throws -> (home: PrivateHome, session: String) {
        let home = try PrivateHome()
        let session = home.scratch.file("s.hark")
        var raw = "GET /first HTTP/1.1\r\nHost: shop.test\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        raw += "GET /second?q=%C3%A9 HTTP/1.1\r\nHost: shop.test\r\n\r\n"
        raw += "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nX-Name: \u{65E5}\u{672C}\r\n\r\n"
        let file = try home.scratch.write("raw.http", Array(raw.utf8))
        let imported = try home.hark("import", "--store", session, file)
        guard imported.code == 0 else { throw Failure("\(imported.summary)") }
        return (home, session)
    }

    static func opened(_ rest: String = "", variables: [String] = ["LC_ALL=C.UTF-8"]) throws -> TmuxScreen {
        let (home, session) = try recorded()
        return try TmuxScreen("HARK screen \(session); echo code $?\(rest)", home: home, variables: variables)
    }
}
