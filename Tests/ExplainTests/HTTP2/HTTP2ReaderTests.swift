import Bytes
import Explain
import HTTPWire
import TestKit
import Testing

/// What one side of an HTTP/2 connection sent is named to its last byte, whatever it is.
@Suite struct HTTP2ReaderTests {
    private static func frame(_ type: UInt8, _ flags: UInt8 = 0, _ stream: UInt8 = 0, _ hex: String = "") -> [UInt8] {
        let payload = bytes(hex)
        return [0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload
    }

    private static func bytes(_ hex: String) -> [UInt8] { Hex.decode(hex.utf8.filter { $0 != 0x20 }) ?? [] }

    private static let preface = FrameEncoder.preface.array
    /// RFC 7541 C.4.1 and C.4.2: the second block names an entry that the first one made.
    private static let first = "828684418cf1e3c2e5f23a6ba0ab90f4ff"
    private static let second = "828684be5886a8eb10649cbf"
    private static let session =
        preface + frame(4, 0, 0, "000300000064 0a0a00000001") + frame(8, 0, 0, "000f0001") + frame(1, 1, 1, "828684")
        + frame(9, 4, 1, "418cf1e3c2e5f23a6ba0ab90f4ff") + frame(1, 0x2D, 3, "02 80000001 0f \(second) 0000")
        + frame(0, 9, 1, "02 616263 0001") + frame(3, 0, 3, "00000008") + frame(6, 1, 0, "0102030405060708")
        + frame(0xBB, 3, 7, "78797a") + frame(2, 0, 5, "0000000510") + frame(16, 0, 0, "00000001 753d30")
        + frame(7, 0, 0, "00000005 00000002 627965") + frame(5, 4, 1, "00000002 82")

    private static func faults(_ dissection: HTTP2Dissection) -> [String] {
        var found: [String] = []
        var position = 0
        for part in dissection.parts {
            if part.offset != position { found.append("a part begins at \(part.offset), not at \(position)") }
            found += Tiling.gaps(in: part.spans, of: part.range)
            if Tiling.depth(part.spans) > 4 { found.append("too deep") }
            for note in part.notes where note.offset < 0 || note.offset + note.length > part.range.upperBound {
                found.append("a note is out of place")
            }
            position = part.range.upperBound
        }
        if dissection.rest != position..<dissection.input.count { found.append("the rest is \(dissection.rest)") }
        if !dissection.rest.isEmpty, dissection.restText.isEmpty { found.append("the rest has no words") }
        return found
    }

    private static func leaves(_ dissection: HTTP2Dissection) -> [String] {
        dissection.parts.flatMap { part in
            Tiling.leaves(part.spans).map { "\($0.isMalformed ? "!" : "")\($0.rule) \($0.length)" }
        }
    }

    @Test func everyByteOfASessionHasItsName() {
        let dissection = HTTP2Reader.read(Bytes(Self.session), from: .client)
        #expect(Self.faults(dissection).isEmpty && dissection.rest.isEmpty)
        #expect(
            dissection.parts.map(\.name) == [
                "Preface", "SETTINGS", "WINDOW_UPDATE", "HEADERS", "CONTINUATION", "HEADERS", "DATA", "RST_STREAM",
                "PING", "Type 187", "PRIORITY", "PRIORITY_UPDATE", "GOAWAY", "PUSH_PROMISE",
            ])
        let header = ["frame-length 3", "frame-type 1", "frame-flags 1", "stream-identifier 4"]
        let leaves = Self.leaves(dissection)
        let setting = ["setting-identifier 2", "setting-value 4"]
        let first = ["preface 24"] + ["frame-length 3"] + header.dropFirst() + setting + setting
        #expect(Array(leaves.prefix(9)) == first)
        let third = HTTP2Reader.read(Bytes(Self.frame(1, 0x2D, 3, "02 80000001 0f 40016181 1f 0000")), from: .client)
        #expect(
            Self.leaves(third) == header + [
                "pad-length 1", "stream-dependency 4", "weight 1", "literal-with-indexing 1", "string-length 1",
                "string 1", "string-length 1", "string 1", "padding 2",
            ])
    }

    @Test func aFieldNamesTheStreamThatEnteredIt() throws {
        let input = Self.preface + Self.frame(1, 5, 1, Self.first) + Self.frame(1, 5, 3, Self.second)
        let dissection = HTTP2Reader.read(Bytes(input), from: .client)
        let (one, two) = (try #require(dissection.parts[1].block), try #require(dissection.parts[2].block))
        #expect(one.fields.map(\.form) == ["indexed", "indexed", "indexed", "incremental"])
        #expect(one.before.count == 0 && one.after.size == 57)
        let authority = two.fields[3]
        #expect(authority.value == "www.example.com" && authority.index == 62 && authority.enteredBy == 1)
        #expect(authority.words == "entry 62, which stream 1 added" && authority.size == 1)
        #expect(two.before.size == 57 && two.after.size == 110)
        #expect(two.after.entries.map(\.index) == [62, 63] && two.after.entries.map(\.enteredBy) == [3, 1])
        let leaf = try #require(Tiling.leaves(dissection.parts[2].spans).first { $0.text.contains("stream 1") })
        #expect(leaf.text == "Pattern 1: entry 62, which stream 1 added, “:authority: www.example.com”.")
    }

    @Test func theCodesOfAHuffmanStringAreSpelled() throws {
        let dissection = HTTP2Reader.read(Bytes(Self.frame(1, 5, 1, "40 01 78 82 1c 64")), from: .server)
        // 0 is 00000 and so on: "302" of RFC 7541 C.6.1 is 6402.
        let leaf = try #require(Tiling.leaves(dissection.parts[0].spans).last)
        #expect(leaf.rule == "string" && leaf.text.hasPrefix("The value “"))
        let value = try #require(dissection.parts[0].block?.fields.first?.value)
        #expect(leaf.text.contains("“\(value.text.prefix(1))” "))
    }

    @Test func aPieceThatCrossesFramesIsNamedInBoth() throws {
        let block = Self.bytes(Self.first)
        for cut in 1..<block.count {
            let one = [0, 0, UInt8(cut), 1, 1, 0, 0, 0, 1] + block.prefix(cut)
            let two = [0, 0, UInt8(block.count - cut), 9, 4, 0, 0, 0, 1] + block.dropFirst(cut)
            let dissection = HTTP2Reader.read(Bytes(one + two), from: .client)
            #expect(Self.faults(dissection).isEmpty)
            #expect(dissection.parts[0].block == nil && dissection.parts[1].block?.fields.count == 4)
            #expect(Self.leaves(dissection).allSatisfy { !$0.hasPrefix("!") })
        }
        // A note on such a piece stays in its frame: `:authority` is `a:b@`.
        let faulty = Self.bytes("828684 4104 613a6240")
        let cut = Self.frame(1, 1, 1, Hex.text(faulty.prefix(6))) + Self.frame(9, 4, 1, Hex.text(faulty.dropFirst(6)))
        let dissection = HTTP2Reader.read(Bytes(cut), from: .client)
        #expect(Self.faults(dissection).isEmpty)
        #expect(dissection.parts.map { $0.notes.map(\.code) } == [["malformedAuthority"], []])
    }

    @Test(
        arguments: [
            (frame(0, 8, 1, "05 00"), "paddingTooLong"), (frame(6, 0, 0, "00"), "wrongFrameSize"),
            (frame(0, 0, 0, "61"), "missingStream"), (frame(9, 4, 1, "82"), "strayContinuation"),
            (frame(2, 0, 1, "0000000110"), "selfDependency"), (frame(1, 5, 1, "ff"), "truncatedInteger"),
            (frame(0, 0x80, 1, "61"), "undefinedFlags"), (frame(0, 8, 1, "01 61 05"), "nonZeroPadding"),
            (frame(0xAB), "unknownType"), (frame(8, 0, 1, "80000001"), "reservedBit"),
            (frame(4, 0, 0, "0a0a00000000"), "unknownSetting"),
            (frame(1, 5, 1, "8284864106613a62406162") + frame(1, 5, 3, "82"), "malformedAuthority"),
            (frame(1, 5, 1, "828684 4101 61 0003 782d61 81ff"), "paddingTooLong"),
            (frame(1, 5, 1, "828684 4101 61 0001 58 0162"), "capitalInName"),
            (frame(1, 5, 1, "828684 4101 61 0001 78 82 fcff"), "paddingTooLong"),
        ] as [([UInt8], String)])
    func whatIsWrongOrOddIsNoted(input: [UInt8], code: String) {
        let dissection = HTTP2Reader.read(Bytes(input), from: .client)
        #expect(Self.faults(dissection).isEmpty)
        #expect(dissection.parts.flatMap(\.notes).map(\.code).contains(code))
    }

    @Test func nothingIsNotedOfWhatIsRight() {
        let input =
            Self.preface + Self.frame(4) + Self.frame(1, 5, 1, Self.first) + Self.frame(6, 0, 0, "0102030405060708")
        #expect(HTTP2Reader.read(Bytes(input), from: .client).parts.flatMap(\.notes).isEmpty)
        let answer = Self.frame(4) + Self.frame(1, 4, 1, "88") + Self.frame(0, 1, 1, "61")
        #expect(HTTP2Reader.read(Bytes(answer), from: .server).parts.flatMap(\.notes).isEmpty)
    }

    @Test func aLostTableIsSaidOnceAndTheFramesGoOn() {
        let input = Self.frame(1, 5, 1, "be") + Self.frame(1, 5, 3, "be") + Self.frame(0, 1, 5, "61")
        let dissection = HTTP2Reader.read(Bytes(input), from: .client)
        #expect(Self.faults(dissection).isEmpty && dissection.parts.count == 3)
        #expect(dissection.parts.map { $0.notes.map(\.code) } == [["indexTooLarge"], [], []])
        #expect(dissection.parts[1].block == nil)
    }

    @Test func everyTruncationIsTiled() {
        for end in 0...Self.session.count {
            for side in HTTP2Dissection.Side.allCases {
                let dissection = HTTP2Reader.read(Bytes(Array(Self.session.prefix(end))), from: side)
                #expect(Self.faults(dissection).isEmpty)
            }
        }
    }

    @Test(arguments: Array(1...30))
    func everyMutationIsTiled(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            var input = Self.session
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<input.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: input[place] = UInt8.random(in: 0...255, using: &random)
                case 1: input.remove(at: place)
                default: input.insert(UInt8.random(in: 0...9, using: &random), at: place)
                }
            }
            #expect(Self.faults(HTTP2Reader.read(Bytes(input), from: .client)).isEmpty)
        }
    }
}
