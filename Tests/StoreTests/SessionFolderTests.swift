import Flow
import Foundation
import Store
import Testing

/// The folder of sessions: what is found in it, what goes, and what never does.
@Suite struct SessionFolderTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00-00-00Z.hark"), (1_795_262_400_000_000, "2026-11-21T12-00-00Z.hark"),
            (951_782_399_999_999, "2000-02-28T23-59-59Z.hark"), (951_782_400_000_000, "2000-02-29T00-00-00Z.hark"),
            (4_102_444_799_000_000, "2099-12-31T23-59-59Z.hark"),
        ] as [(Int64, String)])
    func aNameSaysWhenASessionBegan(start: Int64, name: String) {
        #expect(SessionName.name(start: start) == name)
        #expect(SessionName.start(name) == start / 1_000_000)
    }

    @Test(arguments: [
        "", "session.hark", "2026-11-21", "2026-13-21T12-00-00Z", "2026-11-21 12-00-00Z", "2026-11-+1T12-00-00Z",
    ])
    func otherNamesSayNothing(name: String) {
        #expect(SessionName.start(name) == nil)
    }

    @Test func theUsualFolderIsTheUsers() {
        #if os(Linux)
        #expect(SessionFolder.usual(home: "/h", dataHome: nil)?.path == "/h/.local/share/hark/sessions")
        #expect(SessionFolder.usual(home: "/h", dataHome: "/d")?.path == "/d/hark/sessions")
        #expect(SessionFolder.usual(home: "/h", dataHome: "relative")?.path == "/h/.local/share/hark/sessions")
        #endif
        #expect(SessionFolder.usual(home: nil, dataHome: nil) == nil)
        #expect(SessionFolder.usual(home: "relative", dataHome: nil) == nil)
    }

    @Test func theFolderIsOpenToItsOwnerAlone() throws {
        let session = try TemporarySession()
        let folder = SessionFolder(session.folder + "/data/hark/sessions")
        try folder.make()
        for path in [folder.path, session.folder + "/data"] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o700, "\(path)")
        }
        #expect(throws: Never.self) { try folder.make() }
    }

    @Test func onlySessionsAreListed() throws {
        let session = try TemporarySession()
        try make(session.folder + "/2026-11-21T12-00-00Z.hark")
        try Data("x".utf8).write(to: URL(fileURLWithPath: session.folder + "/notes.txt"))
        try FileManager.default.createDirectory(atPath: session.folder + "/a.hark", withIntermediateDirectories: false)
        #expect(SessionFolder(session.folder).files().map(\.name) == ["2026-11-21T12-00-00Z.hark"])
        #expect(SessionFolder(session.folder + "/none").files().isEmpty)
    }

    /// Where there is nothing else, what was sent is what a person means.
    @Test func whatWasSentIsTheNewestWhereItIsAlone() throws {
        let session = try TemporarySession()
        let folder = SessionFolder(session.folder)
        let sent = try folder.create(start: 0, isSent: true)
        #expect(sent.path.hasSuffix("/1970-01-01T00-00-00Z-sent.hark"))
        #expect(try folder.find(nil) == sent.path)
        #expect(folder.files().first?.start == 0)
    }

    /// A name that says when a session began is not of a moment that has not come.
    @Test func sessionsOfOneSecondAreToldApart() throws {
        let session = try TemporarySession()
        let folder = SessionFolder(session.folder)
        let names = try (1...11).map { _ in try folder.create(start: 5_000_000).path }.map {
            $0.split(separator: "/").last
        }
        #expect(names.first == "1970-01-01T00-00-05Z.hark" && names[1] == "1970-01-01T00-00-05Z-2.hark")
        #expect(names.last == "1970-01-01T00-00-05Z-11.hark")
        #expect(folder.files().allSatisfy { $0.start == 5 })
        // In the order they were made, not in that of letters.
        #expect(folder.files().map { Substring($0.name) } == names)
        #expect(try folder.find(nil).hasSuffix("-11.hark"))
        #expect(SessionName.place("1970-01-01T00-00-05Z-sent.hark") == 1 && SessionName.place("notes-7.hark") == 1)
    }

    @Test func oldSessionsGo() throws {
        let session = try TemporarySession()
        for day in ["01", "02", "03"] { try make(session.folder + "/2026-11-\(day)T00-00-00Z.hark") }
        let folder = SessionFolder(session.folder)
        let now = try #require(SessionName.start("2026-11-03T12-00-00Z"))
        let removed = SessionKeeping(age: 86_400).apply(to: folder, now: now)
        #expect(removed.map(\.name) == ["2026-11-01T00-00-00Z.hark", "2026-11-02T00-00-00Z.hark"])
        #expect(folder.files().map(\.name) == ["2026-11-03T00-00-00Z.hark"])
    }

    @Test func theOldestGoWhenThereIsTooMuch() throws {
        let session = try TemporarySession()
        for day in ["01", "02", "03"] { try make(session.folder + "/2026-11-\(day)T00-00-00Z.hark") }
        let folder = SessionFolder(session.folder)
        let size = folder.files().reduce(0) { $0 + $1.size }
        #expect(SessionKeeping(bytes: size).apply(to: folder, now: 0).isEmpty)
        #expect(SessionKeeping(bytes: size - 1).apply(to: folder, now: 0).map(\.name) == ["2026-11-01T00-00-00Z.hark"])
    }

    /// What waits for another place goes when nothing else is left to remove, and when it is too old.
    @Test func sessionsThatWaitGoLast() throws {
        let session = try TemporarySession()
        for day in ["01", "02", "03"] { try make(session.folder + "/2026-11-\(day)T00-00-00Z.hark") }
        let folder = SessionFolder(session.folder)
        let size = folder.files().reduce(0) { $0 + $1.size }
        func removed(_ keeping: SessionKeeping) -> [String] {
            keeping.apply(to: folder, now: 0) { $0.name.hasPrefix("2026-11-01") }.map(\.name)
        }
        #expect(removed(SessionKeeping(bytes: size - 1)) == ["2026-11-02T00-00-00Z.hark"])
        #expect(removed(SessionKeeping(bytes: 0)) == ["2026-11-03T00-00-00Z.hark", "2026-11-01T00-00-00Z.hark"])
    }

    @Test func aRunningAPinnedAndADamagedSessionStay() throws {
        let session = try TemporarySession()
        let running = session.folder + "/2026-11-01T00-00-00Z.hark"
        let pinned = session.folder + "/2026-11-02T00-00-00Z.hark"
        let damaged = session.folder + "/2026-11-03T00-00-00Z.hark"
        try make(pinned)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", pinned, "UPDATE flow SET pinned = 1"]
        try process.run()
        process.waitUntilExit()
        try Data("not a session".utf8).write(to: URL(fileURLWithPath: damaged))
        let writer = try session.writer(running)
        let folder = SessionFolder(session.folder)
        #expect(SessionKeeping(bytes: 0, age: 0).apply(to: folder, now: .max).isEmpty)
        #expect(folder.files().count == 3)
        let entry = try SessionEntry(path: running)
        #expect(entry.isRunning)
        let error = #expect(throws: SessionError.self) { try entry.remove() }
        #expect(error?.code == .inUse)
        writer.finish()
    }

    @Test func aSessionIsFoundByNameByPathAndAsTheNewest() throws {
        let session = try TemporarySession()
        let path = session.folder + "/2026-11-02T00-00-00Z.hark"
        try make(session.folder + "/2026-11-01T00-00-00Z.hark")
        try make(path)
        let folder = SessionFolder(session.folder)
        for name in [nil, "2026-11-02T00-00-00Z", "2026-11-02T00-00-00Z.hark", path] {
            #expect(try folder.find(name) == path)
        }
        let later = try folder.create(start: 1_795_600_000_000_000, isSent: true)
        #expect(SessionName.isSent(later.path) && !SessionName.isSent(path))
        #expect(folder.files().last?.path == later.path)
        #expect(try folder.find(nil) == path, "what was sent again took the place of what is looked at")
        #expect(try folder.find(String(folder.files().last?.name.dropLast(5) ?? "")) == later.path)
        let error = #expect(throws: SessionError.self) { _ = try folder.find("2026-11-09T00-00-00Z") }
        #expect(error?.code == .notFound)
    }

    @Test func aSessionIsSummedUp() throws {
        let session = try TemporarySession()
        _ = try session.kept((1...3).flatMap { MadeFlow.plain($0).changes })
        let summary = try SessionEntry(path: session.path).summary()
        #expect(summary.flows == 3 && !summary.hasPins && summary.commands == ["hark proxy"])
    }

    @Test func aSessionInWhichNothingPassedGoesAway() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.removesWhenEmpty = true
        try session.writer(nil, options).finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: session.folder).isEmpty)
        let writer = try session.writer(nil, options)
        writer.submit(MadeFlow.plain(1).changes)
        writer.finish()
        #expect(FileManager.default.fileExists(atPath: session.path))
    }

    /// A session with one flow.
    private func make(_ path: String) throws {
        let writer = SessionWriter(
            try SessionFile(path), run: SessionRun(id: .init(1), started: 0, version: "0", command: "hark proxy"),
            options: SessionWriter.Options(), say: { _ in })
        writer.submit(MadeFlow.plain(1).changes)
        writer.finish()
    }

    /// Whatever is named: what is no session stays.
    @Test func aFileOfSomebodyElseIsNotRemoved() throws {
        let session = try TemporarySession()
        let path = session.folder + "/thesis.odt"
        try Data("years of work".utf8).write(to: URL(fileURLWithPath: path))
        let entry = try SessionEntry(path: path)
        let error = #expect(throws: SessionError.self) { try entry.remove() }
        #expect(error?.text.contains("Name another file") == false)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("years of work".utf8))
    }
}
