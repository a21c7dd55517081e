import Bytes
import Formats
import HTTPModel
import Workbench

extension PageAPI {
    /// Opens a session by a key or by the password, or once more by a token.
    mutating func session(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        let token: String
        let (peer, moment) = (call.request.peer, call.now.steady)
        if let key = try body.text("key") {
            // A key is printed where Hark runs, and is for who can see that.
            guard peer.isLocal else { throw Self.refusal(.own) }
            token = try access.open(key, now: moment)
            right = .own
        } else if let password = try body.text("password") {
            token = try access.logIn(password, from: peer.source, now: moment)
            right = right(of: .guest)
        } else {
            let scopes: [PageAccess.Scope] = peer.isLocal ? [.page, .guest] : [.guest]
            let scope = try access.check(call.request.fields.first(.authorization), for: scopes, now: moment)
            token = access.makeToken(for: scope)
            right = right(of: scope)
        }
        let (source, live, tools, start, right) = (source, live, tools, start, right)
        return .answering { () throws(PageError) in
            let session = try source.session()
            return .json { json in
                json.beginObject()
                json.member("token", token)
                json.member("instance", tools.instance)
                json.member("version", tools.version)
                json.member("access", right.name)
                json.key("session")
                json.session(
                    session, open: live?.openCount ?? 0, now: call.now.wall - start,
                    canBegin: tools.recording != nil, right)
                json.beginArray("start")
                if session.kind == .live {
                    for line in FirstLines.lines(proxies: session.proxies) { json.string(line) }
                }
                json.endArray()
                json.key("keys")
                json.keyMap()
                json.key("columns")
                json.rowColumns()
                json.key("formats")
                json.formats()
                json.key("ruleForms")
                json.ruleForms()
                json.endObject()
            }
        }
    }

    func stream(_ call: PageCall) throws(PageError) -> PageStep {
        let view = call.request.parameter("view").map { Int($0) ?? -1 }
        if let view, views.peek(view) == nil { throw .noView }
        return .stream(PageStream(view: view, revision: call.request.parameter("revision").flatMap { UInt64($0) }))
    }
}

extension JSONWriter {
    fileprivate mutating func session(_ session: PageSession, open: Int, now: Int64, canBegin: Bool, _ right: PageRight)
    {
        beginObject()
        member("kind", session.kind.rawValue)
        member("name", session.name)
        key("start")
        date(micro: session.start)
        key("now")
        milliseconds(micro: now)
        member("flows", session.flowCount)
        member("open", open)
        beginArray("proxy")
        for proxy in session.proxies { string(proxy) }
        endArray()
        member("canEdit", session.canEdit && right >= .act)
        member("canResend", session.canResend && right >= .act)
        member("canBegin", canBegin && right == .own)
        endObject()
    }

    fileprivate mutating func formats() {
        beginArray()
        for format in ExportFormat.allCases {
            beginObject()
            member("name", format.rawValue)
            member("words", format.words)
            member("extension", format.fileExtension)
            member("binary", format.isBinary)
            member("exact", format.isExact)
            endObject()
        }
        endArray()
    }
}

extension ExportFormat {
    /// What it is, for a menu.
    fileprivate var words: String {
        switch self {
        case .curl: "curl, a command line that sends the same bytes"
        case .har: "HAR 1.2, for browsers and most tools"
        case .log: "Hark's log, one line per exchange"
        case .httpie: "HTTPie, a command line"
        case .python: "Python, a program that sends the same bytes"
        case .javascript: "JavaScript, a program for Node.js"
        case .swift: "Swift, a program"
        case .go: "Go, a program"
        case .raw: "raw, the messages byte for byte"
        case .pcap: "pcapng, decrypted packets for Wireshark"
        case .markdown: "Markdown, a text for a ticket"
        case .html: "HTML, one page that opens without a network"
        case .csv: "CSV, a table with one line per exchange"
        case .openapi: "OpenAPI 3.1, the observed interface"
        case .k6: "k6, a load test"
        case .postman: "Postman 2.1, a collection"
        }
    }
}
