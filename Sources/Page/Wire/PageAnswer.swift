package import Bytes

/// What goes back: a status, fields, and bytes that are there or are made piece by piece. A value.
package struct PageAnswer: Sendable {
    package typealias Field = (name: String, value: String)

    package enum Body: Sendable {
        case bytes(Bytes)
        /// Hands out pieces in their order, until `take` says no; may take long, and is called once.
        case pieces(@Sendable (_ take: (Bytes) -> Bool) -> Void)
    }

    package var status: Int
    package var fields: [Field]
    package var body: Body

    package init(_ status: Int, _ fields: [Field] = [], _ body: Body = .bytes(Bytes())) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// On each answer that may have data in it.
    package static let unstored: [Field] = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    package static func json(_ status: Int = 200, _ write: (inout JSONWriter) -> Void) -> PageAnswer {
        var writer = JSONWriter()
        write(&writer)
        return PageAnswer(
            status, [("Content-Type", "application/json")] + unstored, .bytes(writer.withBytes { Bytes(Array($0)) }))
    }

    package init(_ error: PageError) {
        self = .json(error.status) { json in
            json.beginObject()
            json.beginObject("error")
            json.member("code", error.code.rawValue)
            json.member("text", error.text)
            if let range = error.range {
                json.member("offset", range.lowerBound)
                json.member("length", range.count)
            }
            if let line = error.line {
                json.member("source", line.source)
                json.member("line", line.number)
                json.member("column", line.column)
            }
            if let nearest = error.nearest { json.member("nearest", nearest) }
            json.endObject()
            json.endObject()
        }
        if let allowed = error.allowed { fields.append(("Allow", allowed)) }
    }

    /// Bytes that nothing but a program or a disk is to take.
    static func octets(_ bytes: Bytes, name: String, _ fields: [Field] = []) -> PageAnswer {
        PageAnswer(200, attachment("application/octet-stream", name) + fields, .bytes(bytes))
    }

    static func attachment(_ type: String, _ name: String) -> [Field] {
        [
            ("Content-Type", type), ("Content-Disposition", "attachment; filename=\"\(name)\""),
            ("Content-Security-Policy", "sandbox; default-src 'none'"),
        ] + unstored
    }
}
