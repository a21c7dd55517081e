import Foundation
import TestKit
import Testing

/// Values that somebody sends who wants an exported program to do something else: it sends them, and does no more.
@Suite struct ExportInjectionTests {
    /// Each tries to leave the place where it stands, and to make a file.
    private static let payloads = [
        "'; touch CANARY; '", "$(touch CANARY)", "`touch CANARY`", "\"; touch CANARY; \"", "\\'; touch CANARY; #",
        "\ntouch CANARY\n", "END\ntouch CANARY\n", "'\ntouch CANARY\n'", "; touch CANARY", "| touch CANARY",
        "& touch CANARY &",
        "\"\nimport os\nos.system('touch CANARY')\n", "\"\"\"); open('CANARY', 'w'); (\"\"\"",
        "\\\"); open('CANARY', 'w'); (\"",
        "{open('CANARY', 'w')}", "coding: utf-7\n+ACIAKQA7-", "\"); require('fs').writeFileSync('CANARY', ''); (\"",
        "${require('fs').writeFileSync('CANARY', '')}", "*/ require('fs').writeFileSync('CANARY', '') /*",
        "\u{2028}require('fs').writeFileSync('CANARY', '') //", "\r\nrequire('fs').writeFileSync('CANARY', '')",
        "-o CANARY", "--output CANARY", "@CANARY", "!!", "%s%n%x", "\\x41\\u0041\\101", "\\", "\\\\'",
        "$'\\x27; touch CANARY'",
        "\u{0}\u{1}\u{1B}[2J\u{7F}",
    ]

    /// The payload in path, field and body. What a path or a field cannot hold is left out of it there.
    private static func request(_ payload: String) -> String {
        let visible = payload.unicodeScalars.filter { ("!"..."~").contains($0) && $0 != "#" }
        let path = String(String.UnicodeScalarView(visible))
        let flat = String(
            String.UnicodeScalarView(payload.unicodeScalars.filter { $0 == "\t" || (" "..."~").contains($0) }))
        let field = flat.trimmingCharacters(in: .whitespaces)
        return "POST ORIGIN/\(path) HTTP/1.1\r\nHost: HOST\r\nX-Payload: \(field)\r\n"
            + "Content-Length: \(payload.utf8.count)\r\n\r\n\(payload)"
    }

    /// Commands are run by each shell that is here.
    @Test(arguments: ExportProgramTests.shells.map { ["curl", $0] } + [["python"], ["javascript"]])
    func noValueBecomesCode(form: [String]) throws {
        let format = form[0]
        let folder = try Scratch()
        let requests = Self.payloads.map { Self.request($0.replacing("CANARY", with: folder.file("canary"))) }
        let scene = try ExportScene(requests)
        let path = try scene.file("all", format)
        let programs: [String: String] = [
            "curl": form[form.count - 1], "python": try Tool.python(), "javascript": try Tool.find("node"),
        ]
        let result = try Tool.run(try #require(programs[format]), [path], seconds: 120)
        for request in requests {
            let sent = String(decoding: try scene.origin.next(), as: UTF8.self)
            let wanted = String(decoding: scene.filled(Array(request.utf8)), as: UTF8.self)
            #expect(sent == wanted.replacing("POST \(scene.origin.url)/", with: "POST /"), result.summary)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("canary")))
    }

    /// HTTPie sends fields in an order of its own, and not every one of these; it makes no file of any.
    @Test func hostileValuesMakeNoFileWithHTTPie() throws {
        let folder = try Scratch()
        let requests = Self.payloads.map { Self.request($0.replacing("CANARY", with: folder.file("canary"))) }
        let scene = try ExportScene(requests)
        let tools = URL(filePath: try Tool.python()).deletingLastPathComponent().path
        let environment = ["PATH": tools + ":" + Tool.searchPath, "HOME": scene.home.scratch.file("home")]
        let path = try scene.file("all", "httpie")
        for shell in ExportProgramTests.shells {
            _ = try Tool.run(shell, [path], environment: environment, seconds: 120)
        }
        #expect(!FileManager.default.fileExists(atPath: folder.file("canary")))
    }

    /// k6 is no program of this machine; its script is JavaScript, which Node reads without running it.
    @Test func aLoadTestIsJavaScriptWhateverValuesHold() throws {
        let scene = try ExportScene(Self.payloads.map(Self.request))
        let path = try scene.file("all.mjs", "k6")
        let result = try Tool.run(Tool.find("node"), ["--check", path])
        #expect(result.code == 0, result.summary)
    }

    /// Everything that a session keeps, and every filter, goes to SQLite as values.
    @Test func noValueBecomesSQL() throws {
        let payloads = [
            "'; DROP TABLE flow; --", "\"; DELETE FROM flow; --", "') OR ('1'='1", "1 OR 1=1", "%' OR '%'='",
            "x'; ATTACH 'CANARY' AS a; --", "\\'; VACUUM INTO 'CANARY'; --", "/* */ UNION SELECT * FROM head --", "?1",
            ":a",
            "@b", "$c",
        ]
        let scene = try ExportScene(payloads.map(Self.request))
        func count(_ filter: String) throws -> String {
            let result = try scene.home.hark("flows", filter, "--count", "--session", scene.session)
            #expect(result.code == 0, result.summary)
            return result.text
        }
        for (index, payload) in payloads.enumerated() {
            let quoted = "\"" + payload.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
            #expect(try count("request.header.x-payload = \(quoted)") == "1\n", "\(payload)")
            #expect(try count("not request.header.x-payload = \(quoted)") == "\(payloads.count - 1)\n", "\(payload)")
            _ = try count(quoted)
            #expect(try scene.home.hark("tag", "\(index + 1)", payload, "--session", scene.session).code == 0)
            #expect(try count("tag = \(quoted)") == "1\n", "\(payload)")
            #expect(try scene.home.hark("comment", "\(index + 1)", payload, "--session", scene.session).code == 0)
        }
        #expect(try count("") == "\(payloads.count)\n")
        let deleted = try scene.home.hark(
            "delete", "--force", "tag = \"') OR ('1'='1\"", "--session", scene.session)
        #expect(deleted.code == 0, deleted.summary)
        #expect(try count("") == "\(payloads.count - 1)\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: scene.home.scratch.path)
        #expect(!left.contains("CANARY") && !FileManager.default.fileExists(atPath: "CANARY"))
    }

    /// These are read by their compilers alone: what a value holds must not change what they read.
    @Test func swiftReadsNothingButStrings() throws {
        // A body that is no text is written otherwise, and a target that Foundation would rewrite is left out.
        let payloads = Self.payloads.filter { !$0.contains("%") }
        let plain = try ExportScene(payloads.map { Self.request($0.contains("\u{0}") ? "plain\u{0}" : "plain") })
        let hostile = try ExportScene(payloads.map(Self.request))
        func shape(_ scene: ExportScene) throws -> String {
            let path = try scene.file("all.swift", "swift")
            let result = try Tool.run(Tool.find("swiftc"), ["-parse", "-dump-parse", path], seconds: 120)
            #expect(result.code == 0, result.summary)
            // Kinds of expressions, without what they hold and where they stand.
            return result.text.matches(of: /\(([a-z_]+(?:_expr|_decl|_stmt))/).map { String($0.output.1) }
                .joined(separator: " ")
        }
        #expect(try shape(plain) == shape(hostile))
    }

    @Test func goHasNothingButStrings() throws {
        let scene = try ExportScene(Self.payloads.map(Self.request))
        let program = String(decoding: try scene.content("all.go", "go"), as: UTF8.self)
        let main = program.components(separatedBy: "func main() {\n").last ?? ""
        // What is left of the calls when every string is taken out (Go specification, interpreted string literals).
        let rest = main.replacing(/"(?:[^"\\\n]|\\(?:[nrt"\\]|x[0-9a-f]{2}))*"/, with: "S")
        for line in rest.split(separator: "\n") {
            #expect(
                line.wholeMatch(of: /\t\/\/ #\d+ [ -~…]*|\tsend\(S, S, S, \[\]\[2\]string\{|\t\t\{S, S\},|\t\}, S\)|\}/)
                    != nil,
                "\(line)")
        }
    }
}
