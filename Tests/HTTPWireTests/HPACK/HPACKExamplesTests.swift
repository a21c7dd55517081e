import Bytes
import HTTPModel
import HTTPWire
import Testing

/// The examples of RFC 7541 appendix C: block by block, with the table that each leaves behind.
@Suite struct HPACKExamplesTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let section: String
        /// In hexadecimal.
        let block: String
        /// A field a line, as `name: value`.
        let fields: [String]
        /// The newest entry first.
        let table: [String]
        let size: Int

        var testDescription: String { section }
    }

    static func fields(_ block: FieldBlock) -> [String] {
        block.fields.pairs.map { "\($0[0]): \($0[1])" }
    }

    static func table(_ table: DynamicTable) -> [String] { table.entries.map { "\($0.name): \($0.value)" } }

    private static func check(_ examples: [Example], limit: Int = 4096) throws {
        var decoder = HPACKDecoder()
        if limit != 4096 {
            decoder.setCapacity(limit)
            // A size update alone: the examples take the limit as given.
            _ = try decoder.decode(bytes("3fe101"))
        }
        for example in examples {
            let block = try decoder.decode(bytes(example.block))
            #expect(fields(block) == example.fields, "\(example.section)")
            #expect(table(decoder.table) == example.table, "\(example.section)")
            #expect(decoder.table.size == example.size, "\(example.section)")
        }
    }

    @Test(
        arguments: [
            Example(
                section: "C.2.1", block: "400a637573746f6d2d6b65790d637573746f6d2d686561646572",
                fields: ["custom-key: custom-header"], table: ["custom-key: custom-header"], size: 55),
            Example(
                section: "C.2.2", block: "040c2f73616d706c652f70617468", fields: [":path: /sample/path"], table: [],
                size: 0),
            Example(
                section: "C.2.3", block: "100870617373776f726406736563726574", fields: ["password: secret"],
                table: [], size: 0),
            Example(section: "C.2.4", block: "82", fields: [":method: GET"], table: [], size: 0),
        ])
    func aFieldIsRepresented(example: Example) throws {
        try Self.check([example])
    }

    private static let requests = [
        [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com"],
        [":method: GET", ":scheme: http", ":path: /", ":authority: www.example.com", "cache-control: no-cache"],
        [
            ":method: GET", ":scheme: https", ":path: /index.html", ":authority: www.example.com",
            "custom-key: custom-value",
        ],
    ]
    private static let requestTables = [
        [":authority: www.example.com"], ["cache-control: no-cache", ":authority: www.example.com"],
        ["custom-key: custom-value", "cache-control: no-cache", ":authority: www.example.com"],
    ]

    @Test(
        arguments: [
            (
                "C.3",
                [
                    "828684410f7777772e6578616d706c652e636f6d", "828684be58086e6f2d6361636865",
                    "828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565",
                ]
            ),
            (
                "C.4",
                [
                    "828684418cf1e3c2e5f23a6ba0ab90f4ff", "828684be5886a8eb10649cbf",
                    "828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf",
                ]
            ),
        ])
    func requestsOfAConnection(section: String, blocks: [String]) throws {
        try Self.check(
            blocks.indices.map { place in
                Example(
                    section: "\(section).\(place + 1)", block: blocks[place], fields: Self.requests[place],
                    table: Self.requestTables[place], size: [57, 110, 164][place])
            })
    }

    private static let date = "date: Mon, 21 Oct 2013 20:13:21 GMT"
    private static let later = "date: Mon, 21 Oct 2013 20:13:22 GMT"
    private static let location = "location: https://www.example.com"
    private static let cookie = "set-cookie: foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1"

    @Test(
        arguments: [
            (
                "C.5",
                [
                    "4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d54"
                        + "6e1768747470733a2f2f7777772e6578616d706c652e636f6d", "4803333037c1c0bf",
                    "88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d"
                        + "4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076"
                        + "657273696f6e3d31",
                ]
            ),
            (
                "C.6",
                [
                    "488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8"
                        + "e9ae82ae43d3", "4883640effc1c0bf",
                    "88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b"
                        + "3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007",
                ]
            ),
        ])
    func responsesOfAConnectionWithASmallTable(section: String, blocks: [String]) throws {
        let fields = [
            [":status: 302", "cache-control: private", Self.date, Self.location],
            [":status: 307", "cache-control: private", Self.date, Self.location],
            [
                ":status: 200", "cache-control: private", Self.later, Self.location, "content-encoding: gzip",
                Self.cookie,
            ],
        ]
        let tables = [
            [Self.location, Self.date, "cache-control: private", ":status: 302"],
            [":status: 307", Self.location, Self.date, "cache-control: private"],
            [Self.cookie, "content-encoding: gzip", Self.later],
        ]
        try Self.check(
            blocks.indices.map { place in
                Example(
                    section: "\(section).\(place + 1)", block: blocks[place], fields: fields[place],
                    table: tables[place], size: [222, 222, 215][place])
            }, limit: 256)
    }

    @Test func theEvidenceOfAnIndexedFieldNamesWhoEnteredIt() throws {
        var decoder = HPACKDecoder()
        let first = try decoder.decode(bytes("828684410f7777772e6578616d706c652e636f6d"), from: 1)
        let second = try decoder.decode(bytes("828684be58086e6f2d6361636865"), from: 3)
        #expect(first.representations.map(\.form) == [.indexed, .indexed, .indexed, .incremental])
        #expect(first.representations.allSatisfy { $0.origin == nil })
        let literal = first.representations[3]
        #expect(literal.index == 1 && literal.name == nil)
        #expect(literal.opening == 3..<4 && literal.value?.length == 4..<5 && literal.value?.data == 5..<20)
        let indexed = second.representations[3]
        #expect(indexed.form == .indexed && indexed.index == 62 && indexed.range == 3..<4)
        #expect(indexed.origin?.stream == 1 && indexed.origin?.field == 3)
    }
}

/// Bytes written in hexadecimal, white space between them left out.
func bytes(_ hex: String) -> Bytes { Bytes(Hex.decode(hex.utf8.filter { $0 != 0x20 }) ?? []) }
