import Bytes
import HTTPModel
import HTTPSemantics

/// `/graphql`: one URL for all questions, so that only the content tells them apart; and 200 for what failed.
enum GraphQLPage {
    static let page = DemoPage(
        name: "graphql", methods: [.get, .head, .post],
        cards: [
            SitePage.Card(
                path: "/graphql?query=query+Stations+%7B+stations+%7B+name+%7D+%7D", title: "GraphQL",
                watch: "Hark shows the operation's name from the content. Errors come with status 200.",
                curl: "curl -s -H 'Content-Type: application/json' "
                    + "-d '{\"query\": \"query Summit { station(id: 5) { name height } }\"}' "
                    + "http://demo.hark.test/graphql")
        ]
    ) { request, body in
        guard request.segments.count == 1 else { return nil }
        guard let document = document(request, body) else {
            return .json(400, [], error("Send a query, in the URL or as JSON.") + "\n")
        }
        guard let operation = GraphQLDocument.operations(document).first, operation.kind == .query,
            let selections = GraphQLSelection.read(document)
        else {
            return .json(200, [], error("Only queries for stations and station(id: 1) are supported.") + "\n")
        }
        return .json(200, [], answer(selections) + "\n")
    }

    private static func document(_ request: SiteRequest, _ body: Bytes) -> Bytes? {
        if let text = request.query("query") { return Bytes(text) }
        guard case .text(let text)? = JSONObject(body)?["query"] else { return nil }
        return Bytes(text)
    }

    private static func error(_ message: String) -> String { "{\"errors\": [{\"message\": \"\(message)\"}]}" }

    private static func answer(_ selections: [GraphQLSelection]) -> String {
        var errors: [String] = []
        let members = selections.map { selection -> String in
            let value: String
            switch selection.name {
            case "stations":
                value = "[" + DemoStation.all.map { object($0, selection, &errors) }.joined(separator: ", ") + "]"
            case "station":
                value =
                    selection.number.flatMap { DemoStation.named($0) }.map { object($0, selection, &errors) } ?? "null"
            default:
                errors.append("There is no field \(selection.name).")
                value = "null"
            }
            return "\"\(selection.key)\": \(value)"
        }
        let data = "\"data\": {" + members.joined(separator: ", ") + "}"
        guard !errors.isEmpty else { return "{\(data)}" }
        let list = errors.prefix(5).map { "{\"message\": \"\($0)\"}" }.joined(separator: ", ")
        return "{\"errors\": [\(list)], \(data)}"
    }

    private static func object(
        _ station: DemoStation, _ selection: GraphQLSelection, _ errors: inout [String]
    ) -> String {
        let members = selection.fields.map { field -> String in
            let value: String
            switch field.name {
            case "id": value = "\(station.id)"
            case "name": value = "\"\(station.name)\""
            case "latitude": value = DemoStation.degrees(station.latitude)
            case "longitude": value = DemoStation.degrees(station.longitude)
            default:
                let words = "A station has no field \(field.name)."
                if !errors.contains(words) { errors.append(words) }
                value = "null"
            }
            return "\"\(field.key)\": \(value)"
        }
        return "{" + members.joined(separator: ", ") + "}"
    }
}
