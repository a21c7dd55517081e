import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Lessons

/// What a learner sees has what the questions ask about, and is true.
@Suite struct PrintedFactsTests {
    static let made = CurriculumTests.made

    private static func page(_ made: MadeLesson, _ illustration: Illustration) throws -> LessonPage {
        LessonPage(try #require(Curriculum.lesson(made.topic)), illustration, seed: 1)
    }

    /// Both heads line by line, and the contents that the questions read.
    @Test(arguments: made) func theMessagesArePrinted(_ made: MadeLesson) throws {
        let illustration = made.illustration
        let page = try Self.page(made, illustration)
        for kind in MessageKind.allCases {
            guard let fields = illustration.fields(kind) else { continue }
            let block = page.blocks.first { $0.kind == kind && !$0.isContent }
            #expect(block?.lines.count == fields.lines.count + (fields.isList ? 0 : 1), "\(kind)")
        }
        for (kind, content) in illustration.readContents where !content.isEmpty {
            #expect(page.blocks.contains { $0.kind == kind && $0.isContent }, "\(kind)")
        }
    }

    /// Answers that are not printed as they are, and how they follow from what is.
    private static let workedOut: [String: String] = [
        "url port": "the default of the scheme in the URL",
        "percent decoded": "the encoded value is in the target",
        "percent bytes": "each %XX in the target is a byte",
        "form count": "pairs in the content",
        "form value": "the value in the content, decoded",
        "bytes head-size": "the bytes of the lines and their ends",
        "length length": "the bytes of the content",
        "length last": "head and length",
        "length head-answer": "HEAD has no content",
        "chunks first": "the size line is in the prompt",
        "chunks total": "the size lines are in the prompt",
        "chunks hex": "the size line is in the prompt",
        "compression saved": "both sizes are in the second sentence",
        "upload size": "the bytes of the content",
        "multipart parts": "boundaries in the content",
        "download rest": "Content-Range, and one more",
        "download filename": "the end of the URL's path",
        "ranges bytes": "Content-Range, both ends included",
        "head body": "HEAD has no content",
        "head would-be": "Content-Length",
        "redirect next": "Location, resolved with the URL",
        "stateless count": "pairs in Cookie",
        "cookie-scope path": "the folder of the URL's path",
        "cookie-time lifetime": "Expires, and the arrival in the second sentence",
        "lifetime lifetime": "Cache-Control or Expires and Date",
        "lifetime shared": "s-maxage, max-age or Expires and Date",
        "age left": "lifetime and Age",
        "validate unchanged": "304 to a condition that holds",
        "validate line": "the tag or date in a condition",
        "not-modified body": "a 304 has no content",
        "not-modified saved": "the size of the copy",
        "guess guess": "a tenth of Date minus Last-Modified",
        "basic user-length": "credentials are hidden; the prompt has the command that shows them",
        "digest count": "nc in hexadecimal",
        "digest algorithm": "MD5 is the default",
        "token valid-for": "exp minus iat, which the second sentence has",
        "origin origin": "scheme, host and port of the URL",
        "policies seconds": "max-age",
        "websocket accept": "the digest of the key",
        "events events": "blocks with data",
        "events resume": "the last id in a field",
        "waterfall total": "the phases together",
        "accept weight": "1 is the default",
        "guard changed": "412 to a condition that fails",
        "fields count": "lines between the first and the empty one",
    ]

    @Test func eachAnswerIsPrintedOrWorkedOut() throws {
        var found: Set<String> = []
        for made in Self.made {
            let page = try Self.page(made, made.illustration)
            let lines = page.blocks.flatMap(\.lines) + page.looks.map(\.text) + page.questions.map(\.prompt)
            let printed = lines.joined(separator: "\n").lowercased()
            for question in page.questions where !question.needsSession {
                switch question.key {
                case .ids, .bytes: continue
                case .number(let number, _): if printed.contains("\(number)") { continue }
                case .text(let text, _): if printed.contains(text.lowercased()) { continue }
                }
                found.insert("\(made.topic) \(question.id)")
            }
        }
        let unexpected = found.subtracting(Self.workedOut.keys).sorted()
        #expect(unexpected.isEmpty, "\(unexpected)")
        // Each is a question of the curriculum.
        let all = Set(Curriculum.lessons.flatMap { lesson in lesson.questions.map { "\(lesson.topic) \($0.id)" } })
        #expect(Set(Self.workedOut.keys).subtracting(all).isEmpty)
    }

    /// No prompt has the answer of another question that is written, unless it asks about that very value.
    @Test func noQuestionGivesAnotherAway() throws {
        let made = Self.made.filter { $0.topic == "compression" }
        #expect(!made.isEmpty)
        for made in made {
            let page = try Self.page(made, made.illustration)
            for question in page.questions {
                guard case .number(let answer, _) = question.key else { continue }
                for other in page.questions where other.id != question.id {
                    let numbers = other.prompt.split { !$0.isNumber }.map { String($0) }
                    #expect(!numbers.contains("\(answer)"), "\(other.prompt)")
                }
            }
        }
    }

    // MARK: What is not as the protocol has it

    /// Changes that make a head one that a strict reader refuses.
    private static let damage: [MessageKind: [@Sendable (String) -> String]] = [
        .request: [
            { $0.replacing(" ", with: "  ", maxReplacements: 1) },
            { $0.replacing(" HTTP/1", with: " MORE HTTP/1", maxReplacements: 1) },
            { $0.replacing("HTTP/1.1\r\n", with: "HTTP\r\n").replacing("HTTP/1.0\r\n", with: "HTTP\r\n") },
            { "G(" + $0 },
            { $0.replacing("\r\n\r\n", with: "\r\nno colon here\r\n\r\n") },
            { $0.replacing("\r\n\r\n", with: "\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n") },
        ],
        .response: [
            { $0.replacing("HTTP/1.1 ", with: "HTTP/1.1 9", maxReplacements: 1) },
            { $0.replacing("HTTP/1.1", with: "HTTPS", maxReplacements: 1) },
            { $0.replacing("\r\n\r\n", with: "\r\nno colon here\r\n\r\n") },
            { $0.replacing("\r\n\r\n", with: "\r\nContent-Length: a\r\n\r\n") },
        ],
    ]

    private static func damaged(_ record: FlowRecord, _ kind: MessageKind, _ change: (String) -> String) -> FlowRecord {
        var record = record
        guard let raw = record.fields(kind)?.raw else { return record }
        let text = Bytes(change(raw.text))
        switch kind {
        case .request: record.requestHead = RecordedHead.request(text).head
        case .response: record.responseHead = RecordedHead.response(text, to: .get).head
        }
        return record
    }

    private static func illustration(_ record: FlowRecord) -> Illustration {
        Illustration(record) { record, kind in record[kind].content.decoded ?? record[kind].content.bytes }
    }

    /// What a lenient reader makes of it is asked nothing about, and nothing is said of it.
    @Test(arguments: made) func aMessageThatIsNoneTeachesNothing(_ made: MadeLesson) throws {
        let lesson = try #require(Curriculum.lesson(made.topic))
        // They are about what carried the messages.
        let others: Set = ["tls", "reuse", "proxies", "waterfall", "chunks", "parallel"]
        guard !others.contains(made.topic) else { return }
        for request in Self.damage[.request] ?? [] {
            for response in Self.damage[.response] ?? [] {
                // Before a tunnel no reader looks at a length.
                let answer = made.record.fields(.response)?.raw ?? Bytes()
                let error = RecordedHead.response(Bytes(response(answer.text)), to: made.record.method).error
                guard answer.isEmpty || error != nil else { continue }
                let record = Self.damaged(Self.damaged(made.record, .request, request), .response, response)
                let flow = Self.illustration(record)
                #expect(lesson.asked(flow).isEmpty, "\(record.requestHead?.raw.text ?? "")")
                let page = LessonPage(lesson, flow, seed: 1)
                #expect(page.looks.allSatisfy { $0.place == nil }, "\(page.looks.map(\.text))")
            }
        }
    }

    /// Of a request that is none the lesson on its first line says nothing; its response is one all the same.
    @Test func theOtherMessageStillTeaches() throws {
        let made = try #require(Self.made.first { $0.topic == "response" })
        for change in Self.damage[.request] ?? [] {
            let flow = Self.illustration(Self.damaged(made.record, .request, change))
            #expect(try #require(Curriculum.lesson("request")).asked(flow).isEmpty)
            #expect(try #require(Curriculum.lesson("response")).asked(flow).count > 1)
        }
    }

    /// Texts out of editors have no CR, and a request may have no Host or no empty line.
    @Test(arguments: ["GET /a HTTP/1.1\nHost: a.example\n\n", "GET /a HTTP/1.1\r\n\r\n", "GET /a HTTP/1.1\r\n"])
    func whatIsOnlyIncompleteTeaches(text: String) throws {
        let made = try #require(Self.made.first { $0.topic == "request" })
        let flow = Self.illustration(Self.damaged(made.record, .request) { _ in text })
        #expect(try #require(Curriculum.lesson("request")).asked(flow).count > 1)
    }
}
