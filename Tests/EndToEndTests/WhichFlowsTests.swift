import Foundation
import TestKit
import Testing

/// Every command that takes flows reads its arguments in one way: numbers are numbers, all else is a filter. What was
/// not named is not touched.
@Suite struct WhichFlowsTests {
    /// A session with flows 1 to 9 and 11: each has a "1" somewhere, and the words "last" and "all".
    private final class Scene: Sendable {
        let scratch: Scratch
        let home: PrivateHome
        let origin: ScriptedOrigin
        let seen = Handover<String>()
        let path: String

        init() throws {
            let seen = seen
            origin = try ScriptedOrigin { connection, _ in
                seen.put(try connection.receive(through: "\r\n\r\n"))
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nlast all 1")
            }
            scratch = try Scratch()
            home = try PrivateHome()
            path = scratch.file("day.hark")
            let entries = (Array(1...9) + [11]).map { number in
                #"{"_id":\#(number),"startedDateTime":"2024-01-01T00:00:0\#(number % 10).000Z","time":1,"#
                    + #""request":{"method":"GET","url":"\#(origin.url)/p\#(number)","httpVersion":"HTTP/1.1","#
                    + #""headers":[{"name":"Host","value":"\#(origin.host)"}],"bodySize":0},"#
                    + #""response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":[],"#
                    + #""content":{"size":10,"text":"last all 1"},"bodySize":10},"#
                    + #""timings":{"send":0,"wait":1,"receive":0}}"#
            }
            let har =
                #"{"log":{"version":"1.2","creator":{"name":"made","version":"1"},"entries":["#
                + entries.joined(separator: ",") + "]}}"
            let imported = try home.hark("import", "--store", path, try scratch.write("day.har", har))
            #expect(imported.code == 0, imported.summary)
        }

        func hark(_ words: [String]) throws -> Tool.Result {
            try home.hark(arguments: words + ["--session", path])
        }

        func ids(_ filter: String = "all") throws -> [Int] {
            let result = try hark(["flows", filter, "--columns", "id"])
            #expect(result.code == 0, result.summary)
            return result.text.split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        }

        /// A copy of the session, for a command that changes it.
        func copy() throws -> String {
            let copy = scratch.file("\(UUID().uuidString).hark")
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            return copy
        }
    }

    /// The arguments, and the flows that they name.
    private static func forms(_ path: String) -> [([String], [Int])] {
        [
            (["1"], [1]), (["#3"], [3]), (["3-5"], [3, 4, 5]), (["9-99"], [9, 11]), (["2,4"], [2, 4]),
            (["3-4,#9"], [3, 4, 9]), (["last"], [11]), (["last-3"], [8]), (["1", "last"], [1, 11]),
            (["all"], Array(1...9) + [11]), (["\(path):2"], [2]), (["\(path):2-3"], [2, 3]), (["\(path):last"], [11]),
            (["id = 7"], [7]), (["id", "=", "7"], [7]), (["path in (/p5, /p6)"], [5, 6]), (["text:p11"], [11]),
            (["\"p11\""], [11]),
        ]
    }

    @Test func listsFiguresAndExportsTakeEachForm() throws {
        let scene = try Scene()
        for (words, ids) in Self.forms(scene.path) {
            let listed = try scene.hark(["flows"] + words + ["--columns", "id"])
            let numbers = listed.text.split { " \n".contains($0) }.compactMap { Int($0) }
            #expect(numbers == ids, "\(words) \(listed.summary)")
            #expect(try scene.hark(["flows"] + words + ["--count"]).text == "\(ids.count)\n", "\(words)")
            let figures = try scene.home.json(try scene.hark(["stats", "--json", "--by", "status"] + words))
            #expect((figures["all"] as? [String: Any])?["count"] as? Int == ids.count, "\(words) \(figures)")
            let exported = try scene.hark(["export", "--format", "log"] + words)
            let written = try exported.text.split(separator: "\n").map { line in
                (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["_id"] as? Int
            }
            #expect(exported.code == 0 && written == ids, "\(words) \(exported.summary)")
        }
    }

    @Test func whatIsShownMadeAndComparedTakesEachForm() throws {
        let scene = try Scene()
        let rules = try scene.scratch.write("a.rules", "a: do set-request-header \"X: y\"\n")
        for (words, ids) in Self.forms(scene.path) {
            let shown = try scene.hark(["show", "--json"] + words)
            let rows = shown.text.split(separator: "\n").filter { $0.contains("\"_id\"") || $0.contains("\"id\"") }
            #expect(shown.code == 0 && rows.count >= min(ids.count, 1), "\(words) \(shown.summary)")
            for id in Array(1...9) + [11] {
                #expect(shown.text.contains("/p\(id)\"") == ids.contains(id), "\(words) \(id)")
            }
            let made = try scene.hark(["rules", "make", "--answer"] + words)
            #expect(made.code == 0 && made.text.split(separator: "\n").count == ids.count, "\(words) \(made.summary)")
            let tried = try scene.hark(["rules", "try", rules, "--json"] + words)
            #expect(tried.text.contains("\"matched\":\(ids.count),\"flows\":\(ids.count)"), "\(words) \(tried.summary)")
            let compared = try scene.hark(["diff"] + words)
            #expect(compared.code == (ids.count == 2 ? 1 : 64), "\(words) \(compared.summary)")
            guard words.count == 1 else { continue }
            let explained = try scene.hark(["explain", "--flow"] + words)
            #expect(explained.code == (ids.count == 1 ? 0 : 64), "\(words) \(explained.summary)")
            if ids.count == 1 { #expect(explained.text.contains("/p\(ids[0])"), "\(words)") }
        }
    }

    @Test func whatIsMarkedAndDeletedTakesEachForm() throws {
        let scene = try Scene()
        for (words, ids) in Self.forms(scene.path) {
            let copy = try scene.copy()
            let here = words.map { $0.replacing(scene.path, with: copy) }
            func hark(_ words: [String]) throws -> Tool.Result {
                try scene.home.hark(arguments: words + ["--session", copy])
            }
            func found(_ filter: String) throws -> [Int] {
                try hark(["flows", filter, "--columns", "id"]).text.split(separator: "\n")
                    .compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
            }
            #expect(try hark(["pin"] + here).code == 0, "\(words)")
            #expect(try found("pinned") == ids, "\(words)")
            if here.count == 1 {
                #expect(try hark(["tag", here[0], "bug"]).code == 0 && hark(["comment", here[0], "look"]).code == 0)
                #expect(try found("tag = bug and comment = look") == ids, "\(words)")
                #expect(try found("tag") == ids, "\(words)")
            }
            // Without a terminal and without --force nothing is deleted, and it is said what would be.
            let unasked = try hark(["delete"] + here)
            #expect(unasked.code == 64 && unasked.diagnostics.contains("#\(ids[0]) GET"), unasked.summary)
            #expect(try found("all") == Array(1...9) + [11], "\(words)")
            let deleted = try hark(["delete", "--force", "--json"] + here)
            #expect(deleted.code == 0 && deleted.text.contains("\"deleted\":\(ids.count),"), deleted.summary)
            #expect(try found("all") == (Array(1...9) + [11]).filter { !ids.contains($0) }, "\(words)")
            let undone = try hark(["delete", "--undo"])
            #expect(undone.code == 0, undone.summary)
            #expect(try found("all") == Array(1...9) + [11], "\(words)")
            #expect(try found("pinned") == ids, "\(words)")
        }
    }

    @Test func whatIsSentAgainTakesEachForm() throws {
        let scene = try Scene()
        var connections = 0
        for (words, ids) in Self.forms(scene.path) {
            let sent = try scene.hark(["replay", "--no-store", "--json"] + words)
            #expect(sent.code == 0 && sent.diagnostics.contains("#\(ids[0]) GET"), "\(words) \(sent.summary)")
            for id in ids {
                #expect(try scene.seen.take("flow \(id)").hasPrefix("GET /p\(id) HTTP/1.1\r\n"), "\(words)")
            }
            connections += ids.count
            #expect(scene.origin.connectionCount == connections, "\(words)")
        }
    }

    private static let commands = [
        ["show"], ["pin"], ["delete", "--force"], ["replay", "--no-store"], ["rules", "make", "--answer"],
        ["explain", "--flow"], ["diff"],
    ]

    /// A word is no number, and no text search either where something is done to flows.
    @Test(arguments: ["foo", "1 foo", "not foo", "id = 3 or 5", "status = 200 1", "Last", "1x"])
    func aWordByItselfIsRefused(word: String) throws {
        let scene = try Scene()
        for command in Self.commands + [["tag"], ["comment"]] {
            let extra = ["tag", "comment"].contains(command[0]) ? [word, "x"] : [word]
            let result = try scene.hark(command + extra)
            #expect(result.code == 64 && result.diagnostics.contains("text:"), "\(command) \(result.summary)")
        }
        #expect(try scene.ids() == Array(1...9) + [11])
        #expect(try scene.ids("pinned or tag or comment").isEmpty && scene.origin.connectionCount == 0)
    }

    /// What looks like numbers and is none is a mistake everywhere, and nothing happens.
    @Test(arguments: ["0", "5-3", "3-", "99999999999999999999", "2026-11-21", "last-0", "1,x"])
    func whatIsNoNumberIsAMistake(word: String) throws {
        let scene = try Scene()
        for command in Self.commands + [["flows"], ["stats"], ["export", "--format", "log"]] {
            let result = try scene.hark(command + [word])
            #expect(result.code == 64 && result.text.isEmpty, "\(command) \(result.summary)")
        }
        #expect(try scene.ids() == Array(1...9) + [11] && scene.origin.connectionCount == 0)
    }

    /// A number that is not there: code 1, one wording, and nothing is done to the others either.
    @Test(arguments: [["10"], ["1", "10"], ["1,99"], ["100-200"], ["last-99"], ["id = 10"]])
    func whatIsNotThereIsNoMatch(words: [String]) throws {
        let scene = try Scene()
        for command in Self.commands + [["export", "--format", "log"]] {
            let isExplain = command[0] == "explain"
            if isExplain, words.count > 1 { continue }
            let result = try scene.hark(command + words)
            #expect(
                result.code == 1 && result.text.isEmpty && result.diagnostics.contains("no flow matches"),
                "\(command) \(result.summary)")
        }
        for command in [["flows", "--columns", "id"], ["stats"]] {
            #expect(try scene.hark(command + words).code == 0, "\(command)")
        }
        #expect(try scene.ids() == Array(1...9) + [11] && scene.ids("pinned").isEmpty)
        #expect(scene.origin.connectionCount == 0)
    }

    @Test func anEmptySessionHasNoFlowsToShow() throws {
        let scene = try Scene()
        #expect(try scene.hark(["delete", "all", "--force", "--final"]).code == 0)
        for word in ["last", "1", "all", "status = 200"] {
            let result = try scene.hark(["show", word])
            #expect(result.code == 1 && result.diagnostics.contains("has no flows"), result.summary)
        }
        let listed = try scene.hark(["flows"])
        #expect(listed.code == 0 && listed.text.isEmpty, listed.summary)
        #expect(try scene.hark(["delete", "--undo"]).code == 1)
    }

    /// Flows that are written to the session may get the numbers of those that are gone.
    @Test func anUndoLastsUntilFlowsAreWritten() throws {
        let scene = try Scene()
        let undo = scene.path + ".undo"
        #expect(try scene.hark(["delete", "last", "--force"]).code == 0)
        #expect(FileManager.default.fileExists(atPath: undo))
        #expect(try scene.hark(["pin", "1"]).code == 0 && FileManager.default.fileExists(atPath: undo))
        #expect(try scene.home.hark("import", "--store", scene.path, scene.scratch.file("day.har")).code == 0)
        #expect(!FileManager.default.fileExists(atPath: undo))
        #expect(try scene.hark(["delete", "--undo"]).code == 1)
        #expect(try scene.hark(["delete", "1", "--force"]).code == 0)
        let proxy = try RunningProxy("--store", scene.path)
        try proxy.stop()
        #expect(!FileManager.default.fileExists(atPath: undo))
    }

    /// Beside a proxy that writes the session nothing can be brought back, which is said with the deletion.
    @Test func anUndoWaitsForTheProxyToStop() throws {
        let scene = try Scene()
        let before = try scene.hark(["flows", "--count"]).text
        let proxy = try RunningProxy("--store", scene.path)
        let deletion = try scene.hark(["delete", "last", "--force"])
        #expect(deletion.code == 0 && deletion.diagnostics.contains("once the proxy has stopped"), deletion.summary)
        #expect(deletion.diagnostics.contains("hark delete --undo --session "), deletion.summary)
        #expect(try scene.hark(["delete", "--undo"]).code == 65)
        try proxy.stop()
        #expect(try scene.hark(["delete", "--undo"]).code == 0)
        #expect(try scene.hark(["flows", "--count"]).text == before)
    }

    /// Two sessions at once are for what only reads.
    @Test func severalSessionsAreShownAndNotDeleted() throws {
        let scene = try Scene()
        let other = try scene.copy()
        let words = ["\(scene.path):1", "\(other):2"]
        #expect(try scene.home.hark(arguments: ["show", "--json"] + words).code == 0)
        #expect(try scene.home.hark(arguments: ["diff"] + words).code == 1)
        #expect(try scene.home.hark(arguments: ["delete", "--force"] + words).code == 64)
        #expect(try scene.home.hark("delete", "--force", "\(other):2", "--session", scene.path).code == 64)
        let missing = try scene.home.hark("show", "localhost:8080")
        #expect(missing.code == 66 && missing.diagnostics.contains("text:localhost:8080"), missing.summary)
        #expect(try scene.ids() == Array(1...9) + [11])
    }

    @Test func aFilterOfWhatPassesIsNoNumber() throws {
        for option in ["--show", "--keep-only"] {
            for word in ["12", "#12", "last", "3-7"] {
                let result = try Tool.run(Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", option, word], seconds: 30)
                #expect(result.code == 64 && result.diagnostics.contains("text:\(word)"), result.summary)
            }
        }
    }

    @Test func aRecordingIsNotChanged() throws {
        let scene = try Scene()
        let har = scene.scratch.file("day.har")
        let before = try Data(contentsOf: URL(fileURLWithPath: har))
        for command in [["pin", "1"], ["tag", "1", "a"], ["comment", "1", "a"], ["delete", "1", "--force"]] {
            let result = try scene.home.hark(arguments: command + ["--session", har])
            #expect(result.code == 65 && result.diagnostics.contains("hark import"), result.summary)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: har)) == before)
    }
}
