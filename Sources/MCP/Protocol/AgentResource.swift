/// A resource, which is what a tool answers under a name of its own.
struct AgentResource {
    let tool: AgentTool
    let arguments: ToolArguments

    static let listed: RPCValue = [
        ["uri": "hark://status", "name": "status", "title": "Status", "mimeType": "text/plain"],
        ["uri": "hark://help/filter", "name": "filter", "title": "Filter language", "mimeType": "text/plain"],
        ["uri": "hark://help/rules", "name": "rules", "title": "Rules", "mimeType": "text/plain"],
    ]

    static let templates: RPCValue = [
        ["uriTemplate": "hark://flows/{flow}", "name": "flow", "title": "A flow", "mimeType": "text/plain"],
        [
            "uriTemplate": "hark://flows/{flow}/{message}/body", "name": "body",
            "title": "A body: message is request or response", "mimeType": "text/plain",
        ],
    ]

    /// nil when there is none of this name.
    init?(_ uri: String) {
        let start = "hark://"
        guard uri.hasPrefix(start) else { return nil }
        let halves = uri.dropFirst(start.count).split(separator: "?", maxSplits: 1)
        let words = (halves.first ?? "").split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        let offset = halves.count > 1 ? Self.offset(String(halves[1])) : 0
        guard let offset, halves.count == 1 || words.count == 4 else { return nil }
        switch words.count {
        case 1 where words == ["status"]: self.init("get_status", [:])
        case 2 where words[0] == "help": self.init("get_help", ["topic": .string(words[1])])
        case 2 where words[0] == "flows": self.init("get_flow", ["flow": .string(words[1])])
        case 4 where words[0] == "flows" && words[3] == "body":
            self.init(
                "get_body",
                [
                    "flow": .string(words[1]), "message": .string(words[2]), "form": "raw", "offset": .integer(offset),
                    "limit": 65_536, "max_bytes": 65_536,
                ])
        default: return nil
        }
    }

    private init?(_ name: String, _ values: RPCValue) {
        guard let tool = AgentTool.all.first(where: { $0.name == name }),
            let arguments = try? ToolArguments(values, of: tool)
        else { return nil }
        (self.tool, self.arguments) = (tool, arguments)
    }

    private static func offset(_ query: String) -> Int64? {
        guard query.hasPrefix("offset="), let value = Int64(query.dropFirst(7)), value >= 0 else { return nil }
        return value
    }
}
