import Bytes
import Explain
import Flow
import TestKit
import Testing

/// Whatever the bytes are, each has one leaf.
@Suite struct FieldsTilingTests {
    @Test func everyGrammarHasASample() {
        #expect(FieldTable.all.filter(\.samples.isEmpty).map(\.name) == [])
        #expect(Set(FieldTable.names).count == FieldTable.names.count)
    }

    @Test(arguments: FieldSamples.all.map(\.name))
    func aCorrectValueHasNothingMalformed(name: String) {
        for value in FieldSamples.values(name) {
            for kind in [MessageKind.request, .response] {
                let tree = FieldTree(name, value, in: kind)
                #expect(tree.malformed.isEmpty, "\(name): \(value): \(tree.malformed.map(\.text))")
                #expect(FieldTree.gap(tree.spans, in: 0..<value.count) == nil)
            }
        }
    }

    @Test(arguments: FieldSamples.all.map(\.name))
    func everyTruncationIsTiled(name: String) {
        for value in FieldSamples.values(name) {
            for end in 0...value.count {
                let part = value.slice(0..<end)
                let spans = FieldValue.dissect(name: Bytes(name), value: part, at: 100, in: .response)
                let gap = FieldTree.gap(spans, in: 100..<(100 + end))
                #expect(gap == nil, "\(name): \(part): \(gap ?? "")")
            }
        }
    }

    @Test(arguments: FieldSamples.all.map(\.name))
    func mutationsAreTiled(name: String) {
        var random = SeededGenerator(seed: UInt64(name.utf8.reduce(7) { $0 &* 31 &+ Int($1) }.magnitude))
        let signs = Array(" \t\",;=/\\<>()[]@:?*%-+.'0aZ\u{7f}".utf8) + [0, 0x0D, 0x80, 0xC3, 0xFF]
        for value in FieldSamples.values(name) {
            for round in 0..<100 {
                var bytes = value.array
                for _ in 0...(round % 4) {
                    let place = Int.random(in: 0...bytes.count, using: &random)
                    let sign = signs.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: bytes.insert(sign, at: place)
                    case 1: if place < bytes.count { bytes[place] = sign }
                    case 2: if place < bytes.count { bytes.remove(at: place) }
                    default: bytes.insert(contentsOf: bytes.suffix(from: place).prefix(6), at: place)
                    }
                }
                check(name, Bytes(bytes))
            }
        }
    }

    @Test(arguments: FieldSamples.all.map(\.name))
    func randomBytesAreTiled(name: String) {
        var random = SeededGenerator(seed: 9110)
        let signs = Array(" \t\",;=/\\<>()[]@:?*%-+.'09azAZ".utf8)
        for round in 0..<150 {
            let count = Int.random(in: 0..<40, using: &random)
            let isWild = round % 3 == 0
            check(
                name,
                Bytes(
                    (0..<count).map { _ in
                        isWild ? UInt8.random(in: 0...255, using: &random) : signs.randomElement(using: &random) ?? 0
                    }))
        }
    }

    /// A value of one repeated piece reaches the bound on spans, and its tree stays shallow.
    @Test(
        arguments: FieldSamples.all.map(\.name),
        ["a,", "(", "a;b=\"\\\"\";", "a/b ", ";", "\"", "%", "-", "a=b; ", "<", "\u{1}"])
    func endlessValuesHaveABound(name: String, piece: String) {
        let value = Bytes(Array(repeatElement(Array(piece.utf8), count: 1100).joined()))
        let tree = FieldTree(name, value)
        #expect(FieldTree.gap(tree.spans, in: 0..<value.count) == nil)
        #expect(tree.all.count <= 2100)
        #expect(FieldTree.depth(tree.spans) <= 16)
    }

    @Test func theRestOfAnEndlessValueSaysSo() {
        let value = Bytes(Array(repeatElement(Array("a, ".utf8), count: 5000).joined()))
        let last = FieldTree("Vary", value).spans.last
        #expect(last?.rule == "field-value")
        #expect(last?.isMalformed == false)
        #expect(last?.text.contains("2000") == true)
    }

    @Test func anEmptyValueHasNoSpans() {
        #expect(FieldTree("Vary", "").spans.isEmpty)
    }

    @Test func namesAreComparedWithoutCase() {
        #expect(FieldTree("eTaG", "\"x\"").spans == FieldTree("etag", "\"x\"").spans)
    }

    private func check(_ name: String, _ value: Bytes) {
        let kind: MessageKind = value.count % 2 == 0 ? .request : .response
        let spans = FieldValue.dissect(name: Bytes(name), value: value, at: 9, in: kind)
        if let gap = FieldTree.gap(spans, in: 9..<(9 + value.count)) {
            Issue.record("\(name): \(value): \(gap)")
        }
    }
}

extension FieldSamples {
    static func values(_ name: String) -> [Bytes] {
        all.first { $0.name == name }?.values ?? []
    }
}
