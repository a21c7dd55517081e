import Bytes
import FilterTestKit
import Flow
import Testing

@testable import Lessons

/// How answers are read and marked, and that hostile flows do no harm.
@Suite struct MarkingTests {
    private func question(_ topic: String, _ id: String) throws -> AskedQuestion {
        let made = try #require(CurriculumTests.made.first { $0.topic == topic })
        let lesson = try #require(Curriculum.lesson(topic))
        return try #require(lesson.asked(made.illustration).first { $0.id == id })
    }

    @Test(arguments: ["40", " 40 ", "40 s", "40s", "40 seconds", "40.0"])
    func aNumberIsAcceptedWithItsUnit(text: String) throws {
        #expect(try question("age", "age").mark(text)?.isRight == true)
    }

    @Test(arguments: ["39", "40 min", "400", "-40", "0.4"])
    func anotherNumberIsWrong(text: String) throws {
        #expect(try question("age", "age").mark(text)?.isRight == false)
    }

    @Test(arguments: ["", "forty", "40 bytes", "s", "4 0 x", "nan", "inf", String(repeating: "9", count: 400)])
    func whatIsNoNumberIsNoAnswer(text: String) throws {
        #expect(try question("age", "age").mark(text) == nil)
    }

    /// The numbers that go into a sum are asked too; the result by itself is enough.
    @Test func aSumHasBlanks() throws {
        let left = try question("age", "left")
        #expect(left.sum?.text("?") { "\($0)" } == "lifetime 60 - Age 40 = ?")
        for right in ["60 - 40 = 20", "60-40=20 s", "= 20", " - = 20", "20 s", "60 - = 20"] {
            #expect(left.mark(right)?.isRight == true, "\(right)")
        }
        for (wrong, feedback) in [("60 - 41 = 19", "“Age” is 40."), ("6 - 40 = 20", "“lifetime” is 60.")] {
            let mark = try #require(left.mark(wrong))
            #expect(!mark.isRight && mark.feedback.hasPrefix(feedback), "\(wrong): \(mark.feedback)")
        }
        #expect(left.mark("60 - 40 = 60")?.misconception == .ageIsNotCounted)
        #expect(left.mark("60 - 40 =") == nil && left.mark("60 - 40 = many") == nil)
        // A number that is printed is no blank.
        let last = try question("length", "last")
        #expect(last.mark("38 + 5 - 1 = 42")?.isRight == true)
        #expect(last.mark("38 + 6 - 1 = 43")?.feedback.hasPrefix("“content” is 5.") == true)
        #expect(try question("age", "age").sum == nil && question("age", "age").mark("1 = 40") == nil)
    }

    @Test(arguments: [
        "99999999999999999999 - 1 = 20", "= = =", "-=20=", String(repeating: "1 ", count: 5_000) + "= 20",
    ])
    func aSumOfAnythingIsHarmless(text: String) throws {
        #expect(try question("age", "left").mark(text).map { !$0.feedback.isEmpty } != false)
    }

    @Test(arguments: [LessonHandout.Form.html, .markdown])
    func aHandoutHasRoomForEachNumber(form: LessonHandout.Form) throws {
        let made = try #require(CurriculumTests.made.first { $0.topic == "age" })
        let page = LessonPage(try #require(Curriculum.lesson("age")), made.illustration, seed: 1)
        let sheet = LessonHandout([page], withAnswers: false).written(form).replacing("\\_", with: "_")
        let key = LessonHandout([page], withAnswers: true).written(form)
        #expect(sheet.contains("lifetime __________ - Age __________ = __________ s"), "\(sheet)")
        #expect(form == .markdown || key.contains("lifetime 60 - Age 40 = 20 s"), "\(key)")
        #expect(!key.contains("____"))
    }

    /// Of a few milliseconds a guess says as much as the recording, and of two phases of one length neither is longest.
    @Test func shortTimesAreNotAsked() throws {
        let lesson = try #require(Curriculum.lesson("waterfall"))
        func ids(wait: UInt64, receive: UInt64) -> [String] {
            let made = MadeLesson(
                "waterfall", shop("GET", "/a"), right: [:], wrong: [:],
                change: MadeTrust.timed(wait: wait, receive: receive))
            return lesson.asked(made.illustration).map(\.id)
        }
        #expect(ids(wait: 100, receive: 5) == ["slowest", "total", "wait"])
        #expect(ids(wait: 5, receive: 5) == ["slowest", "total"])
        #expect(ids(wait: 100, receive: 100) == ["total", "wait"])
    }

    /// A browser also asks in vain for what a class has no use for.
    @Test func whatAServerAnsweredIsTheBetterExample() {
        func isServed(_ method: String, _ outcome: Outcome, _ response: String? = "HTTP/1.1 200 OK") -> Bool {
            let flow = MadeFlow.make(shop(method, "/a"), response, outcome: outcome)
            return Illustration(flow) { _, _ in nil }.isServed
        }
        #expect(isServed("GET", .complete) && isServed("POST", .complete, "HTTP/1.1 503 Service Unavailable"))
        #expect(!isServed("GET", Outcome(.failed, by: .upstream, .connectionRefused), nil))
        #expect(!isServed("CONNECT", .complete))
    }

    @Test func aByteIsAcceptedByItsOffsetOnly() throws {
        let question = try question("bytes", "head-end")
        #expect(question.mark("49")?.isRight == true && question.mark("50")?.isRight == false)
        #expect(question.mark("0x31") == nil && question.mark("") == nil)
    }

    @Test func orderAndSeveralAreListsOfIDs() throws {
        let order = try question("url", "order")
        #expect(order.mark("scheme, host, path, query")?.isRight == true)
        #expect(order.mark("scheme,host,path") == nil && order.mark("scheme,scheme,host,path") == nil)
        let several = try question("fields", "same")
        #expect(several.mark("USER-AGENT , user-agent")?.isRight == true)
        #expect(several.mark("user-agent")?.isRight == false && several.mark("nonsense") == nil)
        #expect(several.mark("none")?.isRight == false && several.mark("") == nil)
    }

    @Test func aMisconceptionIsNamed() throws {
        #expect(try question("age", "left").mark("60")?.misconception == .ageIsNotCounted)
        #expect(try question("basic", "encrypted").mark("yes")?.misconception == .basicIsEncrypted)
        #expect(try question("chunks", "first").mark("10")?.misconception == .chunksAreDecimal)
        #expect(try question("age", "left").mark("59")?.misconception == nil)
    }

    @Test func theSameSeedGivesTheSamePage() throws {
        let made = try #require(CurriculumTests.made.first { $0.topic == "url" })
        let lesson = try #require(Curriculum.lesson("url"))
        func html(_ seed: UInt64) -> String {
            LessonHandout([LessonPage(lesson, made.illustration, seed: seed)], withAnswers: true).written(.html)
        }
        #expect(html(7) == html(7))
        #expect(Set((1...20).map(html)).count > 1)
    }

    /// The options to put in order are never given in the right one.
    @Test func theOrderIsNotGivenAway() throws {
        let made = try #require(CurriculumTests.made.first { $0.topic == "url" })
        let lesson = try #require(Curriculum.lesson("url"))
        for seed in UInt64(1)...50 {
            let page = LessonPage(lesson, made.illustration, seed: seed)
            let order = try #require(page.questions.first { $0.id == "order" })
            #expect(order.mark(order.options.map(\.id).joined(separator: ","))?.isRight == false)
        }
    }

    @Test func aHandoutHasNoAnswersAndAKeyHasAll() throws {
        let made = try #require(CurriculumTests.made.first { $0.topic == "age" })
        let page = LessonPage(try #require(Curriculum.lesson("age")), made.illustration, seed: 1)
        for form in [LessonHandout.Form.html, .markdown] {
            let sheet = LessonHandout([page], withAnswers: false).written(form)
            let key = LessonHandout([page], withAnswers: true).written(form)
            #expect(!sheet.contains("20 s") && key.contains("20 s"))
            #expect(!sheet.contains("RFC 9111") && key.contains("RFC 9111 §4.2"))
            #expect(!sheet.contains("<script") && sheet.contains("Age: 40"))
        }
    }

    /// What a question is about is on the paper: the content, and where to look for other exchanges.
    @Test func aHandoutHasWhatItsQuestionsNeed() throws {
        func written(_ topic: String, withAnswers: Bool) throws -> [String] {
            let made = try #require(CurriculumTests.made.first { $0.topic == topic })
            let page = LessonPage(try #require(Curriculum.lesson(topic)), made.illustration, seed: 1)
            return [.html, .markdown].map { LessonHandout([page], withAnswers: withAnswers).written($0) }
        }
        for sheet in try written("events", withAnswers: false) {
            #expect(sheet.contains("Its content:") && sheet.contains("data: b"))
        }
        for sheet in try written("parallel", withAnswers: false) {
            #expect(sheet.contains("whole recording") && !sheet.contains("Its content:"))
        }
        for topic in ["age", "url", "cookie-scope"] {
            for sheet in try written(topic, withAnswers: false) {
                #expect(!sheet.contains("whole recording") && !sheet.contains("Its content:"), "\(topic)")
            }
        }
    }

    // MARK: Hostile flows

    private static let hostile: [FlowRecord] = [
        MadeFlow.make(
            "GET http://a.example/<script>alert(1)</script>?q=%1B%5B31m&x=%FF HTTP/1.1\nHost: a.example\n"
                + "User-Agent: <img src=x onerror=alert(1)>\u{1}\u{7F}",
            "HTTP/1.1 200 <b>\nContent-Type: \"><script>\nSet-Cookie: <i>=1; Path=/`*_\nVary: <u>\nETag: \"<s>\""),
        MadeFlow.make("GET http://a.example/ HTTP/1.1\nHost: a.example", nil),
        MadeFlow.make(nil, nil),
        MadeFlow.make(
            "POST http://a.example/?" + String(repeating: "a=%41&", count: 5_000)
                + " HTTP/1.1\nHost: a.example\nCookie: "
                + String(repeating: "c=d; ", count: 3_000),
            body: String(repeating: "a=b&", count: 20_000),
            "HTTP/1.1 999 X\nContent-Length: 18446744073709551615\nAge: 18446744073709551615\n"
                + "Cache-Control: max-age=99999999999999999999\nRetry-After: 99999999999999999999\n"
                + "Content-Range: bytes 0-18446744073709551615/18446744073709551615\nVary: "
                + String(repeating: "x,", count: 5_000)),
        MadeFlow.make(
            content: String(repeating: "\u{0}\u{1B}[2J\"http://", count: 1_000),
            change: { $0.times.finished = Instant(nanoseconds: .max) }),
    ]

    @Test(arguments: hostile.indices)
    func aHostileFlowIsEscapedAndHarmless(place: Int) {
        let record = Self.hostile[place]
        let illustration = Illustration(record) { record, kind in record[kind].content.bytes }
        for lesson in Curriculum.lessons {
            let page = LessonPage(lesson, illustration, seed: 1)
            for question in page.questions {
                #expect(question.mark(question.answer)?.isRight == true, "\(lesson.topic)")
            }
            let html = LessonHandout([page], withAnswers: true).written(.html)
            #expect(!html.contains("<script>") && !html.contains("<img") && !html.contains("<b>"), "\(lesson.topic)")
            let text = LessonHandout([page], withAnswers: true).written(.markdown)
            for written in [html, text] {
                #expect(
                    written.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\n" },
                    "\(lesson.topic)")
            }
        }
    }

    /// Whatever a credential is in, no page shows it.
    @Test func noPageShowsACredential() {
        let record = MadeFlow.make(
            shop(
                "POST", "/a?access_token=TOPSECRET1234&city=K%C3%B6ln", "Authorization: Bearer TOPSECRET1234",
                "Cookie: sid=TOPSECRET1234; a=b", "Content-Type: application/x-www-form-urlencoded"),
            body: "password=TOPSECRET1234", "HTTP/1.1 200 OK\nSet-Cookie: sid=TOPSECRET1234; Path=/")
        let illustration = Illustration(record) { record, kind in record[kind].content.bytes }
        for lesson in Curriculum.lessons {
            let page = LessonPage(lesson, illustration, seed: 1)
            let text = LessonHandout([page], withAnswers: true).written(.html)
            #expect(!text.contains("TOPSECRET"), "\(lesson.topic)")
        }
    }

    /// Nor one that only the content has.
    @Test func noHandoutShowsAPasswordOfAForm() {
        let record = MadeFlow.make(
            shop("POST", "/a", "Content-Type: application/x-www-form-urlencoded"),
            body: "user=ada&password=correcthorse77&city=K%C3%B6ln", "HTTP/1.1 200 OK")
        let illustration = Illustration(record) { record, kind in record[kind].content.bytes }
        for lesson in Curriculum.lessons {
            let page = LessonPage(lesson, illustration, seed: 1)
            for form in [LessonHandout.Form.html, .markdown] {
                let text = LessonHandout([page], withAnswers: true).written(form)
                #expect(!text.contains("correcthorse77"), "\(lesson.topic)")
            }
        }
    }

    // MARK: Progress

    @Test func progressIsReadBackAsItWasWritten() throws {
        var progress = LessonProgress()
        progress.add(.init(topic: "age", id: "left", isRight: false, misconception: "m", at: 5, seed: 9))
        progress.add(.init(topic: "age", id: "left", isRight: true, misconception: nil, at: 6, seed: 9))
        progress.add(.init(topic: "age", id: "age", isRight: false, misconception: nil, at: 7, seed: 9))
        let read = try LessonProgress(progress.json(name: "Ada \"A\"", session: "ff"))
        #expect(read.answers == progress.answers && read.name == "Ada \"A\"" && read.session == "ff")
        #expect(read.tally("age")?.right == 1 && read.tally("age")?.asked == 2 && read.tally("url") == nil)
    }

    @Test(arguments: [
        "", "[]", "{}", "{\"version\": 2, \"answers\": []}", "{\"version\": 1, \"answers\": [{}]}", "\u{0}",
    ])
    func whatIsNoProgressIsRefused(text: String) {
        #expect(throws: LessonProgress.Fault.self) { try LessonProgress(Bytes(text)) }
    }

    @Test func progressIsBounded() {
        var progress = LessonProgress()
        for place in 0..<LessonProgress.limit + 5 {
            progress.add(.init(topic: "age", id: "\(place)", isRight: true, misconception: nil, at: 0, seed: 0))
        }
        #expect(progress.answers.count == LessonProgress.limit && progress.answers.first?.id == "5")
    }

    @Test func aClassIsTabulated() {
        var (ada, bob) = (LessonProgress(), LessonProgress())
        ada.add(.init(topic: "age", id: "left", isRight: false, misconception: "age-does-not-count", at: 0, seed: 0))
        bob.add(.init(topic: "age", id: "left", isRight: false, misconception: nil, at: 0, seed: 0))
        bob.add(.init(topic: "url", id: "host", isRight: true, misconception: nil, at: 0, seed: 0))
        let table = LessonClass([("Ada", ada), ("Bob", bob)])
        #expect(table.names == ["Ada", "Bob"] && table.rows.map(\.topic) == ["url", "age"])
        #expect(table.rows[0].results[0] == nil && table.rows[0].results[1]?.right == 1)
        #expect(table.missed.first?.count == 2 && table.missed.first?.name.id == "left")
        #expect(table.misconceptions.map(\.id) == ["age-does-not-count"])
    }
}
