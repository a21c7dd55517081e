import Bytes
import Flow

// What an entry says beyond what a record has members for.

extension EntryReader {
    mutating func remarks(_ node: JSONNode) -> FileRemarks? {
        let comment = string(node, "comment").flatMap { $0.isEmpty ? nil : $0.text }
        let tags = array(node, "_tags")?.compactMap { $0.string(in: file)?.text } ?? []
        return FileRemarks(comment: comment, tags: tags, members: members(node))
    }

    /// Which contents are not what was on the wire: credentials were replaced in them.
    mutating func redacted(_ node: JSONNode, _ events: inout ReadEvents) {
        guard let places = object(node, "_redacted") else { return }
        if string(places, "requestBody") != nil { events.at(0, .told(.assumed(.requestContent))) }
        if string(places, "responseBody") != nil { events.at(0, .told(.assumed(.responseContent))) }
    }

    /// The name of the page that another tool's entry belongs to.
    mutating func pageName(_ node: JSONNode) -> Bytes? { isForeign(node) ? string(node, "pageref") : nil }

    /// Notes the members of listed headers, cookies and parameters that no line of a head or a body says.
    private mutating func leaveListed(_ node: JSONNode) {
        for (path, known) in Self.lists {
            var list: JSONNode? = node
            for name in path { list = list?.member(name, in: file) }
            for element in list?.elements ?? [] {
                guard case .object(let members) = element.value else { continue }
                for member in members where !known.contains(where: { member.key.isEqual(to: $0, in: file) }) {
                    let name = path.map(\.description).joined(separator: ".") + "[]." + member.key.bytes(in: file).text
                    log.leave(name, at: element.offset)
                }
            }
        }
    }

    private static let lists: [(path: [StaticString], known: [StaticString])] = [
        (["request", "headers"], ["name", "value"]), (["response", "headers"], ["name", "value"]),
        (["request", "queryString"], ["name", "value"]),
        (["request", "postData", "params"], ["name", "value", "fileName", "contentType"]),
        (["request", "cookies"], cookieMembers), (["response", "cookies"], cookieMembers),
    ]
    private static let cookieMembers: [StaticString] = [
        "name", "value", "path", "domain", "expires", "httpOnly", "secure", "sameSite", "maxAge", "partitionKey",
    ]

    private mutating func members(_ node: JSONNode) -> Bytes? {
        // Hark writes nothing that it does not read.
        guard isForeign(node) else { return nil }
        leaveListed(node)
        guard let members = ToldMembers.found(in: node, file, hasFiles: hasFiles) else { return nil }
        guard members.count <= ToldMembers.limit else {
            log.add(node.offset, "Members outside HAR 1.2 have more than 16 MiB.", "They were left out.")
            return nil
        }
        return members
    }
}
