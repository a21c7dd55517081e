import Foundation
import TestKit
import Testing

/// What `hark show` prints on a terminal and nowhere else.
@Suite struct TerminalShowTests {
    /// One pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    private let home: PrivateHome
    private let session: String

    init() throws {
        home = try PrivateHome()
        session = home.scratch.file("s.hark")
        let picture = Array(Data(base64Encoded: Self.png) ?? Data())
        let json = Array(#"{"a":1,"password":"hunter2-00"}"#.utf8)
        // A type is a claim: these bytes would set a window's title.
        let claimed = Array("\u{1B}]0;owned\u{7}\u{1B}]1337;File=inline=1:AAAA\u{7}".utf8)
        var raw: [UInt8] = []
        for (type, body) in [("image/png", picture), ("application/json", json), ("image/png", claimed)] {
            raw += Array("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n".utf8)
            raw += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
        }
        let file = try home.scratch.write("raw.http", raw)
        #expect(try home.hark("import", "--store", session, file).code == 0)
    }

    /// What a terminal of this kind gets.
    private func atTerminal(_ variables: [String], _ words: String...) throws -> String {
        let unset = ["TMUX", "STY", "TERM_PROGRAM", "KITTY_WINDOW_ID", "LC_TERMINAL"].flatMap { ["-u", $0] }
        let program = ["/usr/bin/env"] + unset + ["TERM=xterm", "HARK_PAGER="] + variables
        let result = try Tool.run(
            Tool.find("python3"),
            ["-c", "import pty, sys; pty.spawn(sys.argv[1:])"] + program + [Tool.hark()] + words
                + ["--session", session])
        return result.text
    }

    @Test func aPictureIsDrawnWhereTheTerminalCan() throws {
        let words = ["show", "1", "--response", "--body"]
        let inline = try atTerminal(["TERM_PROGRAM=WezTerm"], words[0], words[1], words[2], words[3])
        #expect(inline.contains("\u{1B}]1337;File=inline=1;size=") && inline.contains(Self.png), "\(inline)")
        // Each word of a heading has its weight.
        #expect(inline.contains("PNG") && inline.contains("image"))
        let kitty = try atTerminal(["TERM=xterm-kitty"], words[0], words[1], words[2], words[3])
        #expect(kitty.contains("\u{1B}_Ga=T,f=100") && kitty.contains(Self.png), "\(kitty)")
        for variables in [[], ["TERM_PROGRAM=WezTerm", "TMUX=/tmp/x,1,0"], ["TERM=xterm-kitty", "STY=1"]] {
            let plain = try atTerminal(variables, words[0], words[1], words[2], words[3])
            #expect(!plain.contains(Self.png) && plain.contains("PNG"), "\(variables)")
        }
        let piped = try home.hark(
            arguments: words + ["--session", session], environment: ["TERM_PROGRAM": "WezTerm"])
        #expect(!piped.text.contains(Self.png) && piped.text.contains("PNG image"), piped.summary)
    }

    @Test func whatOnlyClaimsToBeAPictureDrivesNoTerminal() throws {
        for variables in [["TERM_PROGRAM=WezTerm"], ["TERM=xterm-kitty"]] {
            for part in ["--body", "--raw"] {
                let text = try atTerminal(variables, "show", "3", "--response", part)
                #expect(!text.contains("\u{1B}]") && !text.contains("\u{1B}_") && text.contains("owned"), "\(text)")
            }
        }
    }

    @Test(arguments: ["--raw", "--hex", "--json"])
    func bodiesHideTheirSecretsHoweverTheyAreShown(part: String) throws {
        let hidden = try atTerminal([], "show", "2", part)
        let shown = try atTerminal([], "show", "2", part, "--show-secrets")
        // In hexadecimal the letters stand beside.
        let (secret, stars) = ("hunter2-00", "**********")
        #expect(!hidden.contains(secret) && hidden.contains(stars), "\(hidden)")
        #expect(shown.contains(secret) && !shown.contains(stars), "\(shown)")
        let piped = try home.hark("show", "2", part, "--session", session)
        #expect(piped.text.contains(secret), piped.summary)
    }
}
