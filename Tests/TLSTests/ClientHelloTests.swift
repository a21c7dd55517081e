import Bytes
import Foundation
import HTTPModel
import TLS
import TLSTestKit
import TestKit
import Testing

@Suite struct ClientHelloTests {
    private static func read(_ bytes: [UInt8]) throws(ClientHelloError) -> ClientHello? {
        var reader = ClientHelloReader()
        return try reader.read(bytes.span)
    }

    private static var sample: HelloBuilder {
        var hello = HelloBuilder()
        hello.sessionID = Array(1...32)
        hello.suites = [0x3A3A, 0x1301, 0xC02B]
        hello.add(0xDADA, [])
        hello.addServerName(Array("www.example.com".utf8))
        hello.addProtocols(["h2", "http/1.1"])
        hello.add(43, HelloBuilder.vector8(HelloBuilder.numbers([0x4A4A, 0x0304, 0x0303])))
        hello.add(10, HelloBuilder.vector16(HelloBuilder.numbers([0x5A5A, 29, 23])))
        hello.add(13, HelloBuilder.vector16(HelloBuilder.numbers([0x0403, 0x0804])))
        hello.add(
            51,
            HelloBuilder.vector16(
                HelloBuilder.bytes(0x5A5A) + HelloBuilder.vector16([0]) + HelloBuilder.bytes(29)
                    + HelloBuilder.vector16([UInt8](repeating: 7, count: 32))))
        hello.add(0xFF01, [0])
        return hello
    }

    @Test func everyPartIsReadAsItWasSent() throws {
        let builder = Self.sample
        let hello = try #require(try Self.read(builder.records()))
        #expect(hello.message == Bytes(builder.message))
        #expect(hello.recordVersion == .tls10)
        #expect(hello.legacyVersion == .tls12)
        #expect(hello.random == Bytes(builder.random))
        #expect(hello.sessionID == Bytes(Array(1...32)))
        #expect(hello.cipherSuites == [0x3A3A, 0x1301, 0xC02B])
        #expect(hello.compressionMethods == Bytes([0]))
        #expect(hello.extensions.map(\.type) == [0xDADA, 0, 16, 43, 10, 13, 51, 0xFF01])
        #expect(hello.extensions.last?.data == Bytes([0]))
        #expect(hello.serverName?.bytes == "www.example.com")
        #expect(hello.serverName?.problem == nil)
        #expect(hello.applicationProtocols == ["h2", "http/1.1"])
        #expect(hello.supportedVersions == [TLSVersion(rawValue: 0x4A4A), .tls13, .tls12])
        #expect(hello.highestVersion == .tls13)
        #expect(hello.groups == [0x5A5A, 29, 23])
        #expect(hello.signatureAlgorithms == [0x0403, 0x0804])
        #expect(hello.keyShareGroups == [0x5A5A, 29])
        #expect(hello.offers("http/1.1"))
        #expect(!hello.offers("spdy/3"))
    }

    @Test(arguments: [1, 2, 3, 5, 50, 16_384])
    func theMessageIsTheSameHoweverItIsCut(fragment: Int) throws {
        let builder = Self.sample
        let whole = try #require(try Self.read(builder.records()))
        let stream = builder.records(fragment: fragment)
        // Shown at every length, by one reader that goes on and by a fresh one.
        var reader = ClientHelloReader()
        for count in 0..<stream.count {
            let part = Array(stream[..<count])
            #expect(try reader.read(part.span) == nil)
            #expect(try Self.read(part) == nil)
        }
        let late = try #require(try reader.read((stream + [23, 3, 3]).span))
        #expect(late == whole)
        #expect(try Self.read(stream) == whole)
    }

    @Test func anOldClientSendsNoExtensions() throws {
        var builder = HelloBuilder()
        builder.extensions = nil
        let hello = try #require(try Self.read(builder.records()))
        #expect(hello.extensions.isEmpty)
        #expect(hello.serverName == nil)
        #expect(hello.applicationProtocols == nil)
        #expect(hello.offers("http/1.1"))
        #expect(hello.highestVersion == .tls12)
    }

    @Test func valuesThatMeanNothingAreRecognised() {
        // RFC 8701 §2 lists sixteen.
        let values: [UInt16] = (0...15).map { $0 << 12 | 0x0A00 | $0 << 4 | 0x0A }
        #expect((0...UInt16.max).filter(ClientHello.isGREASE) == values)
    }

    // MARK: - Server names

    @Test(
        arguments: [
            ("example.com", nil), ("EXAMPLE.com.", nil), ("a_b.test", nil), ("xn--bcher-kva.test", nil),
            ("localhost", nil),
            ("", .empty), ("good.test\0.evil.test", .containsNUL), ("127.0.0.1", .address), ("1.2.3", .address),
            ("::1", .address), ("[::1]", .address), ("a b", .notAHostName), ("b\u{fc}cher.test", .notAHostName),
            ("a..b", .notAHostName), (".test", .notAHostName), ("a/b", .notAHostName),
            (String(repeating: "a", count: 64) + ".test", .tooLong),
            (Array(repeating: String(repeating: "a", count: 50), count: 6).joined(separator: "."), .tooLong),
        ] as [(String, ClientHello.ServerNameOffer.Problem?)])
    func aServerNameThatIsNoneIsKeptAndSaidSo(name: String, problem: ClientHello.ServerNameOffer.Problem?) throws {
        var builder = HelloBuilder()
        builder.addServerName(Array(name.utf8))
        let hello = try #require(try Self.read(builder.records()))
        #expect(hello.serverName?.bytes == Bytes(name))
        #expect(hello.serverName?.problem == problem)
    }

    @Test func whatIsShownOfANameCannotHarmATerminal() throws {
        var builder = HelloBuilder()
        builder.addServerName(Array("a\u{1b}[2Jb\u{202e}c".utf8) + [0xFF])
        let hello = try #require(try Self.read(builder.records()))
        #expect(hello.serverName?.text == "a\\u{1b}[2Jb\\u{202e}c\u{fffd}")
    }

    // MARK: - Errors

    struct Wrong: Sendable, CustomTestStringConvertible {
        let name: String
        let stream: [UInt8]
        let code: ClientHelloError.Code
        let offset: Int

        init(_ name: String, _ stream: [UInt8], _ code: ClientHelloError.Code, _ offset: Int) {
            self.name = name
            self.stream = stream
            self.code = code
            self.offset = offset
        }

        var testDescription: String { name }
    }

    /// A record (5 bytes), a message header (4), a version (2) and a random (32) come before the session identifier's
    /// length, which is at 43.
    static var wrongs: [Wrong] {
        var longID = HelloBuilder()
        longID.sessionID = [UInt8](repeating: 0, count: 33)
        var noSuites = HelloBuilder()
        noSuites.suites = []
        var noCompression = HelloBuilder()
        noCompression.compression = []
        var twice = HelloBuilder()
        twice.add(5, [])
        twice.add(5, [])
        var badList = HelloBuilder()
        badList.add(10, [0, 3, 0, 29])
        var oddList = HelloBuilder()
        oddList.add(10, [0, 1, 0])
        var emptyProtocol = HelloBuilder()
        emptyProtocol.add(16, [0, 1, 0])
        var over = HelloBuilder()
        over.add(16, [0, 0, 9])
        let plain = HelloBuilder()
        var tail = plain.records()
        tail[4] += 1
        tail[8] += 1
        tail.append(0)
        // Cut into records of ten bytes, a wrong length at 34 of the message is four records further on.
        let cut = longID.records(fragment: 10)
        return [
            Wrong("HTTP", Array("GET / HTTP/1.1\r\n".utf8), .notTLS, 0),
            Wrong("SSL 2", [0x80, 0x2E, 1, 3, 1], .notTLS, 0),
            Wrong("another version", [22, 2, 0], .notTLS, 1),
            Wrong("an empty record", [22, 3, 1, 0, 0], .badRecordLength, 3),
            Wrong("a long record", [22, 3, 1, 0x40, 1], .badRecordLength, 3),
            Wrong("a ServerHello", [22, 3, 1, 0, 1, 2], .notAClientHello, 5),
            Wrong(
                "an alert between", Array(plain.records(fragment: 20).prefix(25)) + [21, 3, 1, 0, 2], .interrupted, 25),
            Wrong("a long message", [22, 3, 1, 0, 4, 1, 1, 0, 0], .tooLong, 6),
            Wrong("a long session identifier", longID.records(), .badLength, 43),
            Wrong("the same in pieces", cut, .badLength, 38 + 4 * 5),
            Wrong("no suites", noSuites.records(), .badLength, 44),
            Wrong("no compression method", noCompression.records(), .badLength, 48),
            Wrong("an extension twice", twice.records(), .repeatedExtension, 56),
            Wrong("a list longer than its extension", badList.records(), .badLength, 56),
            Wrong("half a number", oddList.records(), .badLength, 58),
            Wrong("an empty protocol", emptyProtocol.records(), .badLength, 58),
            Wrong("something left over", over.records(), .badLength, 58),
            Wrong("something after the extensions", tail, .badLength, 52),
        ]
    }

    @Test(arguments: wrongs)
    func whatIsWrongIsSaidWithItsPlace(wrong: Wrong) throws {
        let error = #expect(throws: ClientHelloError.self) { try Self.read(wrong.stream) }
        #expect(error?.code == wrong.code)
        #expect(error?.offset == wrong.offset)
        // Shown byte by byte, it is found too, and nothing is taken for a message before.
        var reader = ClientHelloReader()
        var found: ClientHelloError?
        for count in 1...wrong.stream.count where found == nil {
            do {
                #expect(try reader.read(Array(wrong.stream[..<count]).span) == nil)
            } catch {
                found = error
            }
        }
        #expect(found == error)
    }

    @Test func aMessageThatNeverEndsIsCutOff() throws {
        // A message that says it is 60,000 bytes long, in records of one byte, of which each costs six on the wire.
        var stream: [UInt8] = []
        for byte in [1, 0, 0xEA, 0x60] + [UInt8](repeating: 0, count: 20_000) { stream += [22, 3, 1, 0, 1, byte] }
        let error = #expect(throws: ClientHelloError.self) { try Self.read(stream) }
        #expect(error?.code == .tooLong)
        #expect((error?.offset ?? 0) <= 64 * 1024)
    }

    @Test func anEndInTheMiddleIsAnError() {
        #expect(ClientHelloReader().endOfInput(received: 7) == ClientHelloError(.truncated, at: 7))
    }

    @Test func randomChangesNeverTrap() {
        var generator = SeededGenerator(seed: 20)
        let original = Self.sample.records()
        for _ in 0..<20_000 {
            var stream = original
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                stream[Int.random(in: 0..<stream.count, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            stream = Array(stream.prefix(Int.random(in: 0...stream.count * 2, using: &generator)))
            do {
                let hello = try Self.read(stream)
                #expect(hello?.fingerprint.count ?? 36 == 36)
            } catch {
                #expect((0...stream.count).contains(error.offset))
            }
        }
    }

    // MARK: - Fingerprints

    /// The example of the method's public description.
    @Test func theFingerprintIsTheOneThatOthersCompute() throws {
        var builder = HelloBuilder()
        builder.suites = [
            0x8A8A, 0x1301, 0x1302, 0x1303, 0xC02B, 0xC02F, 0xC02C, 0xC030, 0xCCA9, 0xCCA8, 0xC013, 0xC014, 0x009C,
            0x009D, 0x002F, 0x0035,
        ]
        builder.add(0x1A1A, [])
        for type: UInt16 in [
            0x001B, 0, 0x0033, 0x0010, 0x4469, 0x0017, 0x002D, 0x000D, 0x0005, 0x0023, 0x0012, 0x002B, 0xFF01, 0x000B,
            0x000A, 0x0015,
        ] {
            switch type {
            case 0: builder.addServerName(Array("example.com".utf8))
            case 0x33: builder.add(type, HelloBuilder.vector16([]))
            case 0x10: builder.addProtocols(["h2", "http/1.1"])
            case 0x2B: builder.add(type, HelloBuilder.vector8(HelloBuilder.numbers([0x7A7A, 0x0304, 0x0303])))
            case 0x0A: builder.add(type, HelloBuilder.vector16(HelloBuilder.numbers([0x2A2A, 29])))
            case 0x0D:
                let algorithms: [UInt16] = [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601]
                builder.add(type, HelloBuilder.vector16(HelloBuilder.numbers(algorithms)))
            default: builder.add(type, [])
            }
        }
        let hello = try #require(try Self.read(builder.records()))
        #expect(hello.fingerprint == "t13d1516h2_8daaf6152771_e5627efa2ab1")
        // Without signature algorithms nothing follows the extensions, whose order does not matter.
        var without = builder
        without.extensions = builder.extensions?.reversed().map { $0.type == 13 ? (13, [0, 0]) : $0 }
        let other = try #require(try Self.read(without.records()))
        #expect(other.fingerprint == "t13d1516h2_8daaf6152771_6d807ffa2a79")
    }

    @Test(arguments: [
        ([], "00"), (["http/1.1"], "h1"), (["a"], "aa"), (["\u{1}"], "01"), (["0\u{1}"], "31"), (["-b"], "22"),
    ])
    func theProtocolIsMarkedByItsEnds(protocols: [String], mark: String) throws {
        var builder = HelloBuilder()
        builder.extensions = nil
        if !protocols.isEmpty { builder.addProtocols(protocols) }
        let hello = try #require(try Self.read(builder.records()))
        let extensions = protocols.isEmpty ? "00" : "01"
        // No extension remains when the protocols are left out.
        #expect(hello.fingerprint.hasPrefix("t12i01\(extensions)\(mark)_"))
        #expect(hello.fingerprint.hasSuffix("_000000000000"))
    }

    // MARK: - Real clients

    @Test(arguments: HandshakeTests.versions)
    func libsslsOwnHelloIsRead(version: TLSVersion) throws {
        let wire = try Wire(
            client: TLSContext(clientWith: TestCertificates.trust("root"), versions: version...version))
        wire.shakeHands()
        let hello = try #require(try Self.read(wire.sentByClient))
        #expect(hello.serverName?.bytes == "good.test")
        #expect(hello.applicationProtocols == ["http/1.1"])
        #expect(hello.highestVersion == version)
        #expect(hello.fingerprint.hasPrefix(version == .tls13 ? "t13d" : "t12d"))
        for count in 0..<hello.message.count { #expect(try Self.read(Array(wire.sentByClient[..<count])) == nil) }
    }

    @Test(arguments: [
        [
            "curl", "-sk", "--max-time", "10", "--http1.1", "https://good.test:PORT/", "--resolve",
            "good.test:PORT:127.0.0.1",
        ],
        ["openssl", "s_client", "-connect", "127.0.0.1:PORT", "-servername", "good.test", "-alpn", "http/1.1"],
    ])
    func otherProgramsHellosAreRead(command: [String]) throws {
        let (listener, port) = try BlockingSocket.listening()
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command.map { $0.replacingOccurrences(of: "PORT", with: String(port)) }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        let connection = try listener.accepted()
        var stream: [UInt8] = []
        var reader = ClientHelloReader()
        var hello: ClientHello?
        while hello == nil {
            let more = connection.receive()
            if more.isEmpty { break }
            stream += more
            hello = try reader.read(stream.span)
        }
        #expect(hello?.serverName?.bytes == "good.test")
        #expect(hello?.offers("http/1.1") == true)
        #expect(hello?.highestVersion == .tls13)
        #expect(hello?.fingerprint.hasPrefix("t13d") == true)
    }
}
