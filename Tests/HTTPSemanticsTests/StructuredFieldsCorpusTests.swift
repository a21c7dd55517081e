import Bytes
import Foundation
import HTTPSemantics
import TestKit
import Testing

/// The cases of the HTTP working group's own tests, when they are on this machine.
@Suite struct StructuredFieldsCorpusTests {
    struct Corpus: Decodable {
        struct Case: Decodable {
            let name: String
            let raw: [String]?
            let kind: String
            let expected: JSON?
            let mustFail: Bool?
            let canonical: [String]?

            enum CodingKeys: String, CodingKey {
                case name, raw, expected, canonical
                case kind = "header_type"
                case mustFail = "must_fail"
            }
        }
        let count: Int
        let cases: [Case]
        let serialisations: [Case]

        enum CodingKeys: String, CodingKey {
            case count, cases
            case serialisations = "serialisation_tests"
        }
    }

    @Test(.enabled(if: Corpora.isThere("structured_fields"), "the corpus is not on this machine"))
    func readsWhatTheCorpusReads() throws {
        let corpus = try #require(try Corpora.load("structured_fields", as: Corpus.self))
        #expect(corpus.cases.count == corpus.count)
        for entry in corpus.cases {
            let lines = try #require(entry.raw).map { Bytes($0) }
            let kind = try #require(StructuredField.Kind(rawValue: entry.kind))
            let field = try? StructuredField(kind, lines: lines)
            // What can fail need not: all three of these are read.
            #expect((field == nil) == (entry.mustFail == true), "\(entry.name)")
            guard let field, let expected = entry.expected else { continue }
            #expect(expected.isValue(of: field), "\(entry.name)")
            let canonical = (entry.canonical ?? entry.raw ?? []).joined()
            #expect(try field.serialized().text == canonical, "\(entry.name)")
        }
    }

    @Test(.enabled(if: Corpora.isThere("structured_fields"), "the corpus is not on this machine"))
    func writesWhatTheCorpusWrites() throws {
        let corpus = try #require(try Corpora.load("structured_fields", as: Corpus.self))
        #expect(corpus.serialisations.count == 544)
        for entry in corpus.serialisations {
            let kind = try #require(StructuredField.Kind(rawValue: entry.kind))
            let value = try #require(entry.expected)
            // A decimal that is too large cannot even be made.
            let written = try value.field(kind).flatMap { try? $0.serialized() }
            if entry.mustFail == true {
                #expect(written == nil, "\(entry.name)")
            } else {
                #expect(written?.text == entry.canonical?.joined(), "\(entry.name)")
            }
        }
    }
}

/// A value as the corpus writes it.
indirect enum JSON: Decodable, Equatable {
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Whether this is how the corpus writes the value. Whole decimals look like integers in it; the canonical form
    /// tells them apart.
    func isValue(of field: StructuredField) -> Bool {
        switch field {
        case .item(let item): self == Self.written(item)
        case .list(let members): self == .array(members.map(Self.written))
        case .dictionary(let map):
            self == .array(map.entries.map { .array([.string($0.key.text), Self.written($0.value)]) })
        }
    }

    private static func written(_ member: StructuredMember) -> JSON {
        switch member {
        case .item(let item): written(item)
        case .innerList(let items, let parameters): .array([.array(items.map(written)), written(parameters)])
        }
    }

    private static func written(_ item: StructuredItem) -> JSON {
        .array([written(item.bare), written(item.parameters)])
    }

    private static func written(_ parameters: StructuredMap<BareItem>) -> JSON {
        .array(parameters.entries.map { .array([.string($0.key.text), written($0.value)]) })
    }

    private static func written(_ bare: BareItem) -> JSON {
        func typed(_ name: String, _ value: JSON) -> JSON { .object(["__type": .string(name), "value": value]) }
        switch bare {
        case .integer(let value): return .integer(value)
        case .decimal(let value):
            return value.thousandths % 1000 == 0
                ? .integer(value.thousandths / 1000) : .number(Double(value.thousandths) / 1000)
        case .string(let value): return .string(value.text)
        case .token(let value): return typed("token", .string(value.text))
        case .byteSequence(let value): return typed("binary", .string(base32(value)))
        case .boolean(let value): return .bool(value)
        case .date(let value): return typed("date", .integer(value))
        case .displayString(let value): return typed("displaystring", .string(value))
        }
    }

    /// RFC 4648 §6.
    private static func base32(_ bytes: Bytes) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        while bits.count % 5 != 0 { bits.append(0) }
        var text = ""
        for start in stride(from: 0, to: bits.count, by: 5) {
            text.append(letters[bits[start..<start + 5].reduce(0) { $0 * 2 + Int($1) }])
        }
        while text.count % 8 != 0 { text.append("=") }
        return text
    }

    /// The field this describes; nil when no such value can be made.
    func field(_ kind: StructuredField.Kind) throws -> StructuredField? {
        switch kind {
        case .item: return try item.map { .item($0) }
        case .list: return .list(try array.compactMap { try $0.item.map { .item($0) } })
        case .dictionary:
            var map = StructuredMap<StructuredMember>()
            for entry in try array {
                let pair = try entry.array
                map[Bytes(try pair[0].text)] = try pair[1].item.map { .item($0) }
            }
            return .dictionary(map)
        }
    }

    private struct Unexpected: Error {}

    private var array: [JSON] {
        get throws {
            guard case .array(let values) = self else { throw Unexpected() }
            return values
        }
    }

    private var text: String {
        get throws {
            guard case .string(let text) = self else { throw Unexpected() }
            return text
        }
    }

    private var item: StructuredItem? {
        get throws {
            let pair = try array
            guard let bare = try pair[0].bare else { return nil }
            var parameters = StructuredMap<BareItem>()
            for entry in try pair[1].array {
                parameters[Bytes(try entry.array[0].text)] = try entry.array[1].bare
            }
            return StructuredItem(bare, parameters: parameters)
        }
    }

    private var bare: BareItem? {
        get throws {
            switch self {
            case .bool(let value): return .boolean(value)
            case .integer(let value): return .integer(value)
            case .number(let value): return StructuredDecimal(rounding: value).map { .decimal($0) }
            case .string(let value): return .string(Bytes(value))
            case .object(let members):
                guard members["__type"] == .string("token"), let value = members["value"] else { throw Unexpected() }
                return .token(Bytes(try value.text))
            case .array: throw Unexpected()
            }
        }
    }
}
