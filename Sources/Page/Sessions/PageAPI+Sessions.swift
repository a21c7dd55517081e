import Bytes
import Filter
import Formats
import Workbench

// Other sessions, and files that a person opens here: each is served on a page of its own.
extension PageAPI {
    private func sessions() throws(PageError) -> any PageSessions {
        guard let sessions = tools.sessions else {
            throw PageError(404, .session, "No other session can be opened here.")
        }
        return sessions
    }

    func listSessions(_ call: PageCall) throws(PageError) -> PageStep {
        let sessions = tools.sessions
        return .answering { () throws(PageError) in
            let list = sessions?.list() ?? PageSessionList(entries: [], omitted: 0)
            return .json { $0.sessions(list) }
        }
    }

    func openSession(_ call: PageCall) throws(PageError) -> PageStep {
        guard let name = try PageBody(call.request.body).text("name") else {
            throw .request("'name' must be the name of a session.")
        }
        let sessions = try sessions()
        return .later { done in sessions.open(name) { done(.answer(Self.opened($0))) } }
    }

    func renameSession(_ call: PageCall) throws(PageError) -> PageStep {
        guard let other = try PageBody(call.request.body).text("name") else {
            throw .request("'name' must be the new name.")
        }
        let (name, sessions) = (call.parameters["name"] ?? "", try sessions())
        return .answering { () throws(PageError) in
            try sessions.rename(name, to: other)
            return Self.named(other)
        }
    }

    func removeSession(_ call: PageCall) throws(PageError) -> PageStep {
        let (name, sessions) = (call.parameters["name"] ?? "", try sessions())
        return .answering { () throws(PageError) in
            try sessions.remove(name)
            return Self.named(name)
        }
    }

    /// Recording goes on in another session.
    func beginSession(_ call: PageCall) throws(PageError) -> PageStep {
        let name = try PageBody(call.request.body).text("name")
        guard let recording = tools.recording else {
            throw PageError(409, .readOnly, "No session is being recorded here, or it has to stay the same.")
        }
        return .later { done in
            recording.begin(name) { result in
                switch result {
                case .failure(let error): done(.answer(PageAnswer(error)))
                case .success(let session):
                    let answer = PageAnswer.json(201) { json in
                        json.beginObject()
                        json.member("name", session.name)
                        json.member("before", session.before)
                        json.endObject()
                    }
                    done(.renewed(start: session.start, answer))
                }
            }
        }
    }

    private static func named(_ name: String) -> PageAnswer {
        .json { json in
            json.beginObject()
            json.member("name", name)
            json.endObject()
        }
    }

    /// So many endpoints are told of.
    private static let mostEndpoints = 500

    /// The session that is shown beside another one, endpoint by endpoint.
    func compareSession(_ call: PageCall) throws(PageError) -> PageStep {
        let (name, sessions) = (call.parameters["name"] ?? "", try sessions())
        let (source, clock) = (source, call.now.clock)
        return .answering { () throws(PageError) in
            let other = try sessions.source(name)
            let diff = EndpointDiff(
                try other.statistics(.everything, clock, by: .endpoint),
                try source.statistics(.everything, clock, by: .endpoint))
            return .json { $0.endpointDiff(diff, rows: Self.mostEndpoints) }
        }
    }

    func receiveFile(_ call: PageCall) throws(PageError) -> PageStep {
        let body = try PageBody(call.request.body)
        guard let size = try body.integer("size"), size > 0 else {
            throw .request("'size' must be the size of the file in bytes.")
        }
        let (name, sessions) = (try body.text("name") ?? "", try sessions())
        return .answering { () throws(PageError) in
            let file = try sessions.receive(Self.shown(name), size: size)
            return .json(201) { json in
                json.beginObject()
                json.member("file", file)
                json.endObject()
            }
        }
    }

    /// What a file is called on the page: the last part of its name, without what a line cannot hold.
    private static func shown(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "file"
        return String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 32 }).prefix(100))
    }

    func addToFile(_ call: PageCall) throws(PageError) -> PageStep {
        guard let offset = call.request.parameter("from").flatMap({ Int64($0) }), offset >= 0 else {
            throw .request("'from' must be the offset of these bytes in the file.")
        }
        let (sessions, file, bytes) = (try sessions(), call.parameters["file"] ?? "", call.request.body)
        return .answering { () throws(PageError) in
            let size = try sessions.add(bytes, at: offset, to: file)
            return .json { json in
                json.beginObject()
                json.member("size", Int(size))
                json.endObject()
            }
        }
    }

    func serveFile(_ call: PageCall) throws(PageError) -> PageStep {
        let (sessions, file) = (try sessions(), call.parameters["file"] ?? "")
        return .later { done in sessions.serve(file) { done(.answer(Self.opened($0))) } }
    }

    private static func opened(_ result: Result<String, PageError>) -> PageAnswer {
        switch result {
        case .failure(let error): return PageAnswer(error)
        case .success(let url):
            return .json(201) { json in
                json.beginObject()
                json.member("url", url)
                json.endObject()
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func sessions(_ list: PageSessionList) {
        beginObject()
        beginArray("sessions")
        for entry in list.entries {
            beginObject()
            member("name", entry.name)
            key("start")
            date(micro: entry.start * 1_000_000)
            member("size", entry.size)
            key("flows")
            if let count = entry.flowCount { integer(count) } else { null() }
            member("running", entry.isRunning)
            endObject()
        }
        endArray()
        member("omitted", list.omitted)
        endObject()
    }
}
