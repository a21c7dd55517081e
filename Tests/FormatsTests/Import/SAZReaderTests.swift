import Bytes
import Flow
import HTTPModel
import Testing

@testable import Formats

@Suite struct SAZReaderTests {
    /// A ZIP of stored files (APPNOTE §4.3), without checksums, which nobody reads here.
    ///
    /// - Parameters:
    ///   - method: 8: as deflate's blocks without compression (RFC 1951 §3.2.4).
    ///   - isShared: all names are of the first file.
    private static func archive(
        _ files: [(name: String, content: String)], flags: UInt16 = 0, method: Int = 0, isShared: Bool = false,
        isZIP64: Bool = false
    ) -> [UInt8] {
        func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var out: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let content = method == 8 ? deflated(Array(file.content.utf8)) : Array(file.content.utf8)
            let name = Array(file.name.utf8)
            let full = [UInt8](repeating: 0xFF, count: 4)
            let short = little(content.count, 4) + little(content.count, 4)
            let sizes = little(0, 4) + (isZIP64 ? full + full : short)
            let place = isShared ? 0 : out.count
            // §4.5.3: the size without compression, the size with it, the place of the local header.
            let extra =
                isZIP64
                ? little(1, 2) + little(24, 2) + little(content.count, 8) + little(content.count, 8) + little(place, 8)
                : []
            directory +=
                little(0x0201_4B50, 4) + little(20, 2) + little(20, 2) + little(Int(flags), 2) + little(method, 2)
                + little(0, 4) + sizes + little(name.count, 2) + little(extra.count, 2) + little(0, 2) + little(0, 2)
                + little(0, 2) + little(0, 4) + (isZIP64 ? full : little(place, 4)) + name + extra
            out +=
                little(0x0403_4B50, 4) + little(20, 2) + little(Int(flags), 2) + little(0, 2) + little(0, 4) + sizes
                + little(name.count, 2) + little(0, 2) + name + content
        }
        let start = out.count
        out += directory
        out +=
            little(0x0605_4B50, 4) + little(0, 4) + little(files.count, 2) + little(files.count, 2)
            + little(directory.count, 4) + little(start, 4) + little(0, 2)
        return out
    }

    private static func deflated(_ content: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var rest = content[...]
        repeat {
            let block = rest.prefix(60_000)
            rest = rest.dropFirst(60_000)
            let size = UInt16(block.count)
            for number in [size, ~size] {
                if number == size { out.append(rest.isEmpty ? 1 : 0) }
                out += [UInt8(number & 0xFF), UInt8(number >> 8)]
            }
            out += block
        } while !rest.isEmpty
        return out
    }

    private static let files = [
        (
            "raw/1_c.txt",
            "POST https://example.com/form HTTP/1.1\r\nHost: example.com\r\nContent-Length: 3\r\n\r\na=b"
        ),
        (
            "raw/1_s.txt",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"
        ),
        (
            "raw/1_m.xml",
            """
            <?xml version="1.0"?><Session><SessionTimers ClientBeginRequest="2024-02-29T12:00:00.5+00:00" \
            ClientDoneRequest="2024-02-29T12:00:00.6+00:00" ServerBeginResponse="2024-02-29T12:00:01+00:00" \
            ServerDoneResponse="2024-02-29T12:00:01.25+00:00" ServerConnected="0001-01-01T00:00:00" />\
            <SessionFlags><SessionFlag N="x-clientport" V="50000" /><SessionFlag N="x-clientip" V="127.0.0.1" />\
            </SessionFlags></Session>
            """
        ),
        ("raw/02_c.txt", "GET http://example.com/two HTTP/1.1\r\nHost: example.com\r\n\r\n"),
        ("_index.htm", "<html></html>"),
    ]

    @Test func anArchiveHasItsSessionsWithTheirBytesAndTimes() throws {
        let recording = SAZReader.read(Bytes(Self.archive(Self.files)))
        #expect(recording.damage.isEmpty)
        #expect(recording.flows.map(\.url) == ["https://example.com/form", "http://example.com/two"])
        let flow = try #require(recording.flows.first)
        #expect(flow.requestHead?.raw.text.hasPrefix("POST https://example.com/form HTTP/1.1\r\n") == true)
        #expect(flow.request.content.bytes == "a=b")
        // Chunk lines are the wire's, not the content's.
        #expect(flow.response.content.bytes == "hi")
        #expect(flow.startedAt == 1_709_208_000_500_000)
        #expect(PhaseTimes(flow).wait == 400_000)
        #expect(flow.opening?.client == "127.0.0.1:50000")
        #expect(recording.flows.last?.responseHead == nil)
    }

    @Test func aBodyKeptWithoutItsChunkLinesIsStillTheBody() throws {
        var files = Self.files
        files[1].1 = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<p>plain</p>"
        let recording = SAZReader.read(Bytes(Self.archive(files)))
        #expect(recording.flows.first?.response.content.bytes == "<p>plain</p>")
    }

    @Test func anArchiveCutAnywhereCrashesNobody() {
        let whole = Self.archive(Self.files)
        for end in 0..<whole.count {
            let recording = SAZReader.read(Bytes(Array(whole[0..<end])))
            #expect(recording.flows.isEmpty, "cut at \(end)")
            #expect(!recording.damage.isEmpty, "cut at \(end)")
        }
    }

    @Test func sizesThatLieReadNothingBeyondTheFile() {
        let whole = Self.archive(Self.files)
        for place in whole.indices {
            var changed = whole
            changed[place] = 0xFF
            let recording = SAZReader.read(Bytes(changed))
            #expect(recording.flows.count <= 2)
        }
    }

    @Test func whatIsEncryptedIsTold() {
        let recording = SAZReader.read(Bytes(Self.archive(Self.files, flags: 1)))
        #expect(recording.flows.isEmpty)
        #expect(recording.damage.map(\.problem).contains("raw/1_c.txt: It is encrypted."))
    }

    @Test func namesForTheSameBytesAreReadOnce() {
        let content = "GET http://a.test/ HTTP/1.1\r\n\r\n"
        let names = ["raw/1_c.txt", "raw/2_c.txt", "raw/3_c.txt"].map { ($0, content) }
        let recording = SAZReader.read(Bytes(Self.archive(names, isShared: true)))
        #expect(recording.flows.count == 1)
        #expect(recording.damage.first?.problem == "raw/2_c.txt: its bytes belong to another file.")
    }

    @Test(arguments: [0, 8]) func whatIsUnpackedIsTakenFromTheBudget(method: Int) throws {
        let content = String(repeating: "x", count: 400_000)
        let archive = try #require(ZipArchive(Bytes(Self.archive([("raw/1_m.xml", content)], method: method))))
        let file = try #require(archive.files.first)
        var budget = 1_000_000
        let beginning = try archive.content(of: file, budget: &budget, prefix: SAZNotes.sizeLimit).get()
        #expect(beginning.count > 100_000 && beginning.count <= SAZNotes.sizeLimit)
        #expect(budget == 1_000_000 - beginning.count)
        #expect(try archive.content(of: file, budget: &budget).get().count == 400_000)
        budget = 300_000
        #expect(throws: ZipArchive.Unreadable.self) { _ = try archive.content(of: file, budget: &budget).get() }
        budget = -1
        #expect(throws: ZipArchive.Unreadable.self) { _ = try archive.content(of: file, budget: &budget).get() }
    }

    @Test func aNameIsNoPath() {
        let recording = SAZReader.read(
            Bytes(Self.archive([("../../etc/passwd", "x"), ("raw/../1_c.txt", "GET http://a/ HTTP/1.1\r\n\r\n")])))
        #expect(recording.flows.isEmpty)
    }

    // MARK: All parts

    @Test func sizesInTheZIP64FieldAreRead() {
        let recording = SAZReader.read(Bytes(Self.archive(Self.files, isZIP64: true)))
        #expect(recording.damage.map(\.text) == [])
        #expect(recording.flows.map(\.url) == ["https://example.com/form", "http://example.com/two"])
        // Cut anywhere it costs what is not there, and no more.
        let whole = Self.archive(Self.files, isZIP64: true)
        for end in stride(from: 0, to: whole.count, by: 7) { _ = SAZReader.read(Bytes(Array(whole.prefix(end)))) }
    }

    private static let webSocket = [
        (
            "raw/1_c.txt",
            "GET http://a.test/ws HTTP/1.1\r\nHost: a.test\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        ),
        ("raw/1_s.txt", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"),
        (
            "raw/1_m.xml",
            """
            <Session><SessionTimers ClientBeginRequest="2024-02-29T12:00:00.0+00:00" DNSTime="50" TCPConnectTime="100" \
            ServerConnected="2024-02-29T12:00:00.3+00:00" HTTPSHandshakeTime="150" \
            ServerBeginResponse="2024-02-29T12:00:01+00:00" ServerDoneResponse="2024-02-29T12:00:01.25+00:00" />\
            <SessionFlags><SessionFlag N="ui-comments" V="look &amp; see &#x41;" /><SessionFlag N="ui-color" V="red" />\
            <SessionFlag N="x-processinfo" V="curl:1" /></SessionFlags></Session>
            """
        ),
        (
            "raw/1_w.txt",
            "Request-Length: 7\r\nID: 0\r\nDoneRead: 2024-02-29T12:00:02+00:00\r\n\r\n\u{1}\u{5}hello\r\n"
                + "Response-Length: 3\r\n\r\nbye\r\n"
        ),
    ]

    @Test func messagesSetUpCommentAndColourAreRead() throws {
        // A text frame has its first bit set, which no UTF-8 has alone: these are its bytes.
        var archive = Self.archive(Self.webSocket)
        let place = try #require(archive.indices.last { archive[$0...].starts(with: [1, 5] + Array("hello".utf8)) })
        archive[place] = 0x81
        let recording = SAZReader.read(Bytes(archive))
        let flow = try #require(recording.flows.first)
        #expect(flow.inner.list.map(\.bytes) == ["hello", "bye"])
        #expect(flow.inner.list.map(\.from) == [.request, .response])
        // The second one is no frame, which is told.
        #expect(recording.damage.count == 1)
        let times = PhaseTimes(flow)
        #expect(times.dns == 50_000 && times.connect == 250_000 && times.ssl == 150_000 && times.blocked == 0)
        #expect(flow.remarks?.comment == "look & see A" && flow.remarks?.tags == ["red"])
        #expect(flow.remarks?.members?.text.contains("curl:1") == true)
    }

    @Test func whatNoSessionHasAPlaceForIsNamed() {
        let more = [("raw/9_s.txt", "HTTP/1.1 200 OK\r\n\r\n"), ("raw/1_q.txt", "?"), ("notes.md", "x")]
        let recording = SAZReader.read(Bytes(Self.archive(Self.files + more)))
        #expect(recording.flows.count == 2)
        #expect(recording.damage.map { $0.problem.prefix { $0 != " " } } == ["raw/9_s.txt", "raw/1_q.txt", "notes.md"])
    }

    @Test func aHARInAnArchiveIsReadWithItsContents() throws {
        let entry = foreignEntry("/").replacing(#""size":2,"text":"ok""#, with: #""size":5,"_file":"a.txt""#)
        let files = [("x/har.har", har([entry])), ("x/a.txt", "hello"), ("x/b.txt", "?")]
        let recording = SAZReader.read(Bytes(Self.archive(files, method: 8)))
        #expect(recording.flows.first?.response.content.bytes == "hello")
        #expect(recording.damage.map { $0.problem.contains("x/b.txt") } == [true])
        #expect(PackedHAR.har(Bytes(Self.archive(files))) == Bytes(har([entry])))
        #expect(PackedHAR.har(Bytes(Self.archive(Self.files))) == nil)
    }

    @Test func damageInAPackedHARNamesItAndLiesInTheArchive() {
        let cut = String(har([foreignEntry("/one"), foreignEntry("/two")]).dropLast(40))
        let files = [("a/first.HAR", cut), ("b/second.har", cut), ("b/third.har", "{}")]
        let bytes = Bytes(Self.archive(files, method: 8))
        let recording = SAZReader.read(bytes)
        for (name, _) in files {
            let told = recording.damage.filter { $0.problem.hasPrefix(name) }
            #expect(!told.isEmpty && told.allSatisfy(\.losesFlows), "\(name)")
        }
        // Its bytes are packed: a place in it is no place in the archive.
        #expect(recording.damage.allSatisfy { (0...bytes.count).contains($0.offset) })
        #expect(recording.damage.map(\.offset) == recording.damage.map(\.offset).sorted())
    }

    @Test func flowsOfSeveralPackedHARsHaveNumbersOfTheirOwn() {
        let file = har([foreignEntry("/one"), foreignEntry("/two")])
        let recording = SAZReader.read(Bytes(Self.archive((1...4).map { ("\($0).har", file) })))
        #expect(recording.flows.count == 8)
        #expect(Set(recording.flows.map(\.id)).count == 8)
        #expect(recording.flows.map(\.index) == Array(0..<8))
        // The same name twice is one file.
        #expect(SAZReader.read(Bytes(Self.archive([("a.har", file), ("a.har", file)]))).flows.count == 2)
    }
}
