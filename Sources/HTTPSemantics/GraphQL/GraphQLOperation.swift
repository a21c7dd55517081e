package import Bytes

/// What a GraphQL request asks for (GraphQL §2.3): the kind of its operation and the name that its author gave it.
package struct GraphQLOperation: Sendable, Hashable {
    /// What it does.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case query, mutation, subscription
    }

    /// nil when only its name was sent, in place of a document that the server knows already.
    package let kind: Kind?
    /// nil when it has none.
    package let name: Bytes?

    /// `query Stations`, `mutation`.
    package var title: Bytes {
        let word = kind?.rawValue ?? "operation"
        return name.map { Bytes(Array("\(word) ".utf8) + $0.array) } ?? Bytes(word)
    }
}

extension GraphQLOperation {
    /// Bytes of a request that are looked at.
    package static let limit = 64 << 10
    /// Operations of one batch.
    private static let mostOperations = 100

    /// The operations that a request asks for; none when it is no GraphQL request (GraphQL over HTTP §5). Several come
    /// in one batch, or in one document that does not say which of them is meant.
    ///
    /// - Parameters:
    ///   - query: of the URL.
    ///   - content: without codings.
    package static func operations(query: Bytes?, type: Bytes?, content: Bytes) -> [GraphQLOperation] {
        if let query, let found = inURL(query) { return found }
        guard let type = type.map({ MediaType($0) }), !content.isEmpty, content.count <= limit else { return [] }
        if type.is("application", "graphql") {
            return chosen(among: GraphQLDocument.operations(content), named: nil)
        }
        guard type.is("application", "json") || type.hasSuffix("json") else { return [] }
        let requests = JSONObject.elements(of: content, limit: mostOperations) ?? [content]
        return requests.flatMap { request in JSONObject(request).map(inObject) ?? [] }
    }

    private static func inURL(_ query: Bytes) -> [GraphQLOperation]? {
        let pairs = PercentCoding.pairs(query)
        func value(_ name: StaticString) -> Bytes? { pairs.first { $0.name.isExactly(name) }?.value }
        // Many a search has a parameter of that name: only one that is a document counts.
        guard let document = value("query"), document.count <= limit else { return nil }
        let found = chosen(among: GraphQLDocument.operations(document), named: value("operationName"))
        return found.isEmpty ? nil : found
    }

    private static func inObject(_ object: JSONObject) -> [GraphQLOperation] {
        var name: Bytes?
        if case .text(let text)? = object["operationName"], !text.isEmpty { name = Bytes(text) }
        if case .text(let document)? = object["query"] {
            return chosen(among: GraphQLDocument.operations(Bytes(document)), named: name)
        }
        // A document that the server knows is named by its hash.
        guard case .other(let more)? = object["extensions"], JSONObject(more)?["persistedQuery"] != nil else {
            return []
        }
        return [GraphQLOperation(kind: nil, name: name)]
    }

    /// The one that is named, else all.
    private static func chosen(among operations: [GraphQLOperation], named name: Bytes?) -> [GraphQLOperation] {
        let operations = Array(operations.prefix(mostOperations))
        guard let name, let one = operations.first(where: { $0.name == name }) else { return operations }
        return [one]
    }
}
