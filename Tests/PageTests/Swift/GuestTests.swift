import Bytes
import FilterTestKit
import Flow
import HTTPModel
import PageTestKit
import Testing

@testable import Page

/// Other devices: what the password opens, what it does not, and what nothing opens for them.
@Suite struct GuestTests {
    private static let second: UInt64 = 1_000_000_000
    private static let password = "correct horse"
    private static let phone = PagePeer(isLocal: false, source: "v4 1", reached: "192.168.1.5")

    private static func guests(_ password: String = password, isViewOnly: Bool = false) -> PageGuests {
        PageGuests(password: Array(password.utf8), isViewOnly: isViewOnly)
    }

    private static func asker(isViewOnly: Bool = false) throws -> PageAsker {
        try PageAsker([MadeFlow.make(content: "abc", number: 1)], guests: guests(isViewOnly: isViewOnly))
    }

    private static func logIn(_ asker: PageAsker, _ password: String = password) throws -> PageAsker.Answer {
        try asker.ask("POST", "/api/session", #"{"password": "\#(password)"}"#, authorization: nil)
    }

    /// A device that has logged in.
    private static func guest(isViewOnly: Bool) throws -> PageAsker {
        let asker = try asker(isViewOnly: isViewOnly)
        asker.peer = phone
        asker.token = try logIn(asker).json["token"] as? String ?? ""
        return asker
    }

    private static func path(_ route: PageRoute) -> String {
        route.pattern.replacing("{flow}", with: "1").replacing("{message}", with: "request")
            .replacing("{view}", with: "1").replacing("{part}", with: "body").replacing("{name}", with: "x")
            .replacing("{file}", with: "x").replacing("{topic}", with: "x").replacing("{place}", with: "0")
    }

    // MARK: Getting in

    @Test func thePasswordOpensThePageFromElsewhere() throws {
        let asker = try Self.guest(isViewOnly: false)
        #expect(try asker.ask("POST", "/api/views", "{}").status == 200)
        #expect(try asker.ask("POST", "/api/session", "{}").json["access"] as? String == "guest")
    }

    /// What is printed where Hark runs, or lies in its files, is of no use on another device.
    @Test func nothingElseDoes() throws {
        let asker = try Self.asker()
        let (key, token) = (asker.api.makeKey(now: asker.moment), asker.token)
        asker.peer = Self.phone
        let byKey = try asker.ask("POST", "/api/session", #"{"key": "\#(key)"}"#, authorization: nil)
        #expect(byKey.status == 403 && byKey.json["token"] == nil)
        let agents = PageAccess(secret: [UInt8](repeating: 7, count: 32)).makeToken(for: .agents)
        for route in PageRoute.all where route.opens != .key {
            for authorization in [nil, "Bearer \(token)", "Bearer \(agents)", "Basic eDp5"] {
                asker.now += 2 * Self.second
                let answer = try asker.ask(route.method.name.text, Self.path(route), "{}", authorization: authorization)
                #expect(answer.status == 401 && answer.code == "password", "\(route.pattern)")
            }
        }
        asker.peer = .local
        let again = try asker.ask("POST", "/api/session", #"{"key": "\#(key)"}"#, authorization: nil)
        #expect(again.status == 200, "the key was not used up")
    }

    @Test func withoutAPasswordNobodyLogsIn() throws {
        let asker = try PageAsker()
        #expect(try Self.logIn(asker).status == 401)
        #expect(try Self.logIn(asker, "").status == 401)
        let guest = PageAccess(secret: [UInt8](repeating: 7, count: 32)).makeToken(for: .guest)
        #expect(try asker.ask("POST", "/api/views", "{}", authorization: "Bearer \(guest)").status == 401)
    }

    @Test func anotherPasswordEndsWhatTheFormerOneOpened() throws {
        let before = try Self.guest(isViewOnly: false)
        let after = try PageAsker(guests: Self.guests("another one"))
        after.peer = Self.phone
        #expect(try after.ask("POST", "/api/views", "{}", authorization: "Bearer \(before.token)").status == 401)
        let forgotten = try PageAsker(secret: [UInt8](repeating: 8, count: 32), guests: Self.guests())
        forgotten.peer = Self.phone
        #expect(try forgotten.ask("POST", "/api/views", "{}", authorization: "Bearer \(before.token)").status == 401)
        let isRenewed = before.api.renew(secret: [UInt8](repeating: 8, count: 32))
        #expect(isRenewed)
        #expect(try before.ask("POST", "/api/views", "{}").status == 401)
        #expect(try Self.logIn(before).status == 200, "the password stays")
    }

    @Test(arguments: ["", "correct hors", "correct horse ", "Correct horse", "correct horse\\u0000", "wrong"])
    func nothingNearToThePasswordWillDo(_ text: String) throws {
        let asker = try Self.asker()
        asker.peer = Self.phone
        let answer = try Self.logIn(asker, text)
        #expect(answer.status == 401 && !answer.text.contains(Self.password))
    }

    // MARK: Guessing

    @Test func whoGuessesIsRefusedEvenTheRightOneAndNobodyElseIs() throws {
        let asker = try Self.asker()
        asker.peer = Self.phone
        let statuses = try (0..<8).map { _ in try Self.logIn(asker, "wrong one").status }
        #expect(statuses == [401, 401, 401, 401, 401, 429, 429, 429])
        #expect(try Self.logIn(asker).status == 429)
        asker.peer = PagePeer(isLocal: false, source: "v4 2", reached: "192.168.1.5")
        #expect(try Self.logIn(asker).status == 200)
        asker.peer = Self.phone
        asker.now += 11 * Self.second
        #expect(try Self.logIn(asker).status == 429)
        asker.now += Self.second
        #expect(try Self.logIn(asker).status == 200)
    }

    @Test func anHourOfGuessingIsThreeHundredGuesses() {
        var tries = PasswordTries()
        var (count, now) = (0, UInt64(0))
        while now < 3_600 * Self.second {
            if tries.wait("x", now: now) == 0 {
                count += 1
                tries.fail("x", now: now)
            }
            now += Self.second
        }
        #expect(count == 304)
    }

    /// As many sources as there are addresses cost no more memory, and the table forgets.
    @Test func manySourcesAreBoundedAndForgotten() {
        var tries = PasswordTries()
        for number in 0..<5_000 where tries.wait("\(number)", now: 0) == 0 { tries.fail("\(number)", now: 0) }
        #expect(tries.wait("new", now: 0) > 0)
        #expect(tries.wait("new", now: 13 * Self.second) == 0)
    }

    // MARK: What guests may do

    private static let looking: Set<String> = [
        "POST /api/session", "POST /api/views", "POST /api/curl", "POST /api/explain", "POST /api/complete",
        "POST /api/tickets", "POST /api/rules/form",
    ]
    /// What reads or writes files of this computer, or what they are called.
    private static let owning: Set<String> = [
        "POST /mcp", "PUT /api/rules", "POST /api/rules/try", "GET /api/sessions", "POST /api/sessions",
        "POST /api/recording", "PUT /api/sessions/{name}", "DELETE /api/sessions/{name}",
        "GET /api/sessions/{name}/comparison", "POST /api/files", "PUT /api/files/{file}", "POST /api/files/{file}",
    ]

    @Test(arguments: [true, false])
    func eachRouteIsOpenToThoseItIsFor(isViewOnly: Bool) throws {
        let asker = try Self.guest(isViewOnly: isViewOnly)
        for route in PageRoute.all where route.opens != .ticketAlone {
            let name = "\(route.method.name.text) \(route.pattern)"
            let isOpen =
                !Self.owning.contains(name)
                && (!isViewOnly || route.method == .get || Self.looking.contains(name))
            let answer = try asker.ask(route.method.name.text, Self.path(route), "{}")
            #expect((answer.code == "access") != isOpen, "\(name): \(answer.status)")
            #expect(isOpen || answer.status == 403, "\(name)")
        }
    }

    /// A route that is added is closed to viewers until it says otherwise, unless it only reads.
    @Test func whatChangesIsForNoViewer() {
        for route in PageRoute.all where route.method != .get && route.needs == .look {
            #expect(Self.looking.contains("\(route.method.name.text) \(route.pattern)"), "\(route.pattern)")
        }
    }

    @Test func aViewerIsToldThatThereIsNothingToChange() throws {
        let viewer = try Self.guest(isViewOnly: true)
        let opened = try viewer.ask("POST", "/api/session", "{}")
        let session = opened.json["session"] as? [String: Any] ?? [:]
        #expect(opened.json["access"] as? String == "viewer")
        for right in ["canEdit", "canResend", "canBegin"] { #expect(session[right] as? Bool == false, "\(right)") }
        #expect(try viewer.ask("GET", "/api/rules").json["canEdit"] as? Bool == false)
        #expect(!opened.text.contains(Self.password))
    }

    @Test func whereHarkRunsAViewerIsNoLessOne() throws {
        let asker = try Self.asker(isViewOnly: true)
        asker.token = try Self.logIn(asker).json["token"] as? String ?? ""
        #expect(try asker.ask("POST", "/api/marks", #"{"flows": [1], "pin": true}"#).status == 403)
    }

    @Test func aViewerDownloadsByTicketAndNoMore() throws {
        let viewer = try Self.guest(isViewOnly: true)
        let url = try viewer.ask("POST", "/api/tickets", #"{"path": "/api/flows/1/response/body"}"#).json["url"]
        #expect(try viewer.ask("GET", url as? String ?? "", authorization: nil).text == "abc")
        #expect(try viewer.ask("POST", "/api/tickets", #"{"path": "/api/sessions"}"#).status == 400)
    }

    // MARK: Names

    @Test func aNameThatWasMadeToLeadHereIsNoHost() throws {
        let asker = try Self.guest(isViewOnly: false)
        #expect(try asker.ask("POST", "/api/views", "{}", host: "192.168.1.5:8889").status == 200)
        for host in [
            "evil.test:8889", "192.168.1.6:8889", "192.168.1.5", "192.168.1.5:8888", "192.168.1.5.evil.test:8889",
            "", "laptop.local:8889",
        ] {
            #expect(try asker.ask("POST", "/api/views", "{}", host: host).status == 421, "\(host)")
        }
    }

    @Test func anOriginHasTheSchemeOfThePage() throws {
        let asker = try PageAsker(guests: Self.guests(), isSecure: true)
        asker.peer = Self.phone
        let host = "192.168.1.5:8889"
        let body = #"{"password": "\#(Self.password)"}"#
        func status(_ origin: String) throws -> Int {
            try asker.ask("POST", "/api/session", body, authorization: nil, ["Origin: \(origin)"], host: host).status
        }
        #expect(try status("https://192.168.1.5:8889") == 200)
        for origin in ["http://192.168.1.5:8889", "https://192.168.1.5", "https://127.0.0.1:8889", "null"] {
            #expect(try status(origin) == 403, "\(origin)")
        }
    }

    @Test func whoComesWithoutTLSIsLedToItAndToNothingElse() throws {
        let api = try PageAsker(guests: Self.guests(), isSecure: true).api
        func answer(_ line: String, _ host: String) throws -> PageAnswer {
            api.redirect(try PageAsker.read("\(line)\r\nHost: \(host)\r\n\r\n", [], Self.phone))
        }
        let led = try answer("GET / HTTP/1.1", "192.168.1.5:8889")
        #expect(led.status == 307)
        #expect(led.fields.contains { $0.name == "Location" && $0.value == "https://192.168.1.5:8889/" })
        for (line, host) in [
            ("GET / HTTP/1.1", "evil.test:8889"), ("POST / HTTP/1.1", "192.168.1.5:8889"),
            ("GET /api/setup HTTP/1.1", "192.168.1.5:8889"), ("GET /?x HTTP/1.1", "evil.test"),
        ] {
            let refused = try answer(line, host)
            #expect(refused.status == 403 && !refused.fields.contains { $0.name == "Location" }, "\(line) \(host)")
        }
    }

    // MARK: Where it is

    @Test func setUpSaysWhereOthersFindThePage() throws {
        func page(_ asker: PageAsker, _ host: String = "127.0.0.1:8889") throws -> String? {
            (try asker.ask("GET", "/api/setup", host: host).json["page"] as? [String: Any])?["address"] as? String
        }
        let asker = try PageAsker(guests: Self.guests(), isSecure: true)
        #expect(try page(asker) == nil, "this computer has no other address")
        asker.peer = PagePeer(isLocal: true, source: "", reached: "192.168.1.5")
        #expect(try page(asker, "192.168.1.5:8889") == "https://192.168.1.5:8889/")
        #expect(try page(try PageAsker()) == nil)
    }

    // MARK: This computer

    /// What listens on loopback relies on it that nobody from elsewhere can come there.
    @Test func whatAGuestSendsReachesNothingOnLoopback() throws {
        let guest = try Self.guest(isViewOnly: false)
        let body = #"{"message": "\#(Base64.encode(Bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n")))", "to": "http://a"}"#
        #expect(try guest.ask("POST", "/api/send", body).status == 200)
        #expect(try guest.ask("POST", "/api/flows/1/resend", "{}").status == 200)
        #expect(guest.source.with { $0.sent.map(\.mayReachThisMachine) } == [false, false])
        let owner = try Self.asker()
        #expect(try owner.ask("POST", "/api/send", body).status == 200)
        #expect(owner.source.with { $0.sent.map(\.mayReachThisMachine) } == [true])
    }
}
