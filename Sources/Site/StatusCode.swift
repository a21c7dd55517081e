import Registry

/// The reason phrases of responses: those of the registry, and nothing for a number that has none.
package enum StatusCode {
    package static func reason(_ status: Int) -> String {
        guard let term = Vocabulary.statuses[status], !term.has(.reserved) else { return "" }
        return term.name
    }
}
