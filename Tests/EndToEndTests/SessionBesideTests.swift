import Foundation
import TestKit
import Testing

/// Commands beside a proxy whose page and screen read the file that it writes: nobody takes SQLite's locks away, so
/// nobody takes the log for left behind, and nothing is lost.
@Suite struct SessionBesideTests {
    private let home: PrivateHome
    private let origin: ScriptedOrigin

    init() throws {
        home = try PrivateHome()
        origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\nContent-Length: 500\r\n\r\n"
                + String(repeating: "body ", count: 100))
    }

    @Test(arguments: WatchedProxy.Watching.allCases)
    func theLockIsHeldWhateverIsAsked(watching: WatchedProxy.Watching) throws {
        let proxy = try WatchedProxy(home.scratch.file("a.hark"), watching, home: home)
        let traffic = NumberedTraffic(through: proxy.port, to: origin)
        try eventually("some answers") { traffic.count > 20 }
        #expect(try proxy.lockHolder() == proxy.child.pid)
        for _ in 1...3 {
            try proxy.look()
            #expect(try proxy.lockHolder() == proxy.child.pid)
        }
        traffic.stop()
    }

    @Test(arguments: WatchedProxy.Watching.allCases)
    func everyCommandBesideItLeavesTheFileWhole(watching: WatchedProxy.Watching) throws {
        let proxy = try WatchedProxy(home.scratch.file("a.hark"), watching, home: home)
        let traffic = NumberedTraffic(through: proxy.port, to: origin)
        try eventually("some answers") { traffic.count > 30 }
        try proxy.look()
        let gone = try #require(traffic.takeGone())
        let commands = try SessionCommand.all(proxy.session, number: 3, gone: gone, scratch: home.scratch)
        var counted = 0
        for command in commands {
            if let problem = try command.problem(home) { Issue.record("\(problem)") }
            #expect(try proxy.lockHolder() == proxy.child.pid, "\(command.words)")
            #expect(proxy.removedFiles() == [], "\(command.words)")
            let now = Int(try home.hark("flows", "--count", "--session", proxy.session).text.dropLast()) ?? -1
            #expect(now + 2 >= counted, "after \(command.words) flows are missing")
            counted = now
        }
        try proxy.look()
        // Long enough for what was answered until now to be in the file, on a machine that has much to do.
        let moment = ContinuousClock.now
        try eventually("some time passes") { .now > moment + .seconds(2) }
        traffic.stop()
        let (integrity, paths) = try proxy.killed()
        #expect(integrity == "ok\n")
        #expect(traffic.kept(before: moment).subtracting(paths) == [])
        #expect(!paths.contains(gone))
        // The next start goes on with it.
        let next = try RunningProxy("--store", proxy.session)
        #expect(try next.stop() == .exited(0))
        #expect(try home.hark("flows", "--count", "--session", proxy.session).text == "\(paths.count)\n")
    }

    /// On the terminal once, and on each page, also on one that is opened later.
    @Test(arguments: [false, true]) func aSessionThatGoesAwayIsSaid(isReplaced: Bool) throws {
        let session = home.scratch.file("a.hark")
        let proxy = try RunningProxy("--store", session, "--page=127.0.0.1:0")
        let page = try PageTests.PageAddress(proxy.page)
        let token = try page.token()
        _ = try Tool.curl("-x", proxy.url, "\(origin.url)/kept/1")
        for ending in ["", "-wal", "-shm"] { unlink(session + ending) }
        if isReplaced { try Data("else".utf8).write(to: URL(filePath: session)) }
        try eventually("it is said") { proxy.diagnostics.contains("was deleted or replaced while Hark records") }
        for _ in 1...2 {
            let stream = try Tool.run(
                Tool.find("curl"),
                [
                    "-q", "-sN", "--max-time", "5", "--noproxy", "*", "-H", "Authorization: Bearer \(token)",
                    page.base + "/api/stream",
                ])
            #expect(stream.text.contains(isReplaced ? "\"replaced\"" : "\"deleted\""), stream.summary)
        }
        #expect(try proxy.stop() == .exited(0))
        #expect(proxy.diagnostics.components(separatedBy: "was deleted or replaced").count == 2)
        // What lies in its place is somebody else's.
        #expect(FileManager.default.fileExists(atPath: session) == isReplaced)
    }

    /// A rule that answers from a folder, and a file that is named for something else: neither opens the session.
    @Test func theSessionIsNotServedFromItsFolder() throws {
        let session = home.scratch.file("a.hark")
        let folder = home.scratch.path
        let rules = try home.scratch.write("a.rules", "files: when host = files.test do map-file \(folder)/\n")
        let proxy = try RunningProxy("--store", session, "--page=127.0.0.1:0", "--rules", rules)
        for _ in 1...3 {
            let answer = try Tool.curl(
                "-x", proxy.url, "-o", "/dev/null", "-w", "%{http_code}", "http://files.test/a.hark")
            #expect(answer.text == "404", answer.summary)
        }
        #expect(try Tool.curl("-x", proxy.url, "http://files.test/a.rules").text.contains("map-file"))
        #expect(try WatchedProxy.lockHolder(of: session) == proxy.child.pid)
        #expect(try proxy.stop() == .exited(0))
    }
}
