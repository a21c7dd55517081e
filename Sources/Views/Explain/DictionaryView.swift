package import Bytes
import Explain
package import Flow
package import Registry

/// The dictionary's pages: what a status, a field, a method or any other registered name is. Owned by the command that
/// prints one.
package struct DictionaryView {
    package var page: PageWriter

    package init(style: Style, width: Int?) {
        page = PageWriter(style: style, width: width)
    }

    package mutating func show(_ term: Term, of kind: Vocabulary) {
        page.heading(Prose(stringLiteral: term.number.map { "\($0) \(term.name)" } ?? term.name))
        prose(sentence(term, of: kind))
        prose(term.advice)
        prose(term.mistake)
        page.newline()
        row("kind", kind.phrase)
        switch kind {
        case .statuses: statusRows(term)
        case .methods: methodRows(term)
        case .fields: fieldRows(term)
        case .schemes, .digestAlgorithms, .tlsVersions:
            if term.has(.weak) { row("strength", "weak: not secure") }
            if term.has(.readable) { row("strength", "none of its own: without TLS, anyone on the network can use it") }
        case .alerts:
            row("level", term.has(.fatal) ? "fatal: the connection ends" : "a warning, or the end of a conversation")
        case .closeCodes:
            if term.has(.neverSent) { row("sent", "never: it is only reported to programs; no frame carries it") }
        case .requestDirectives, .responseDirectives, .policyDirectives, .policyFeatures, .transportDirectives,
            .contentCodings, .transferCodings, .cookieAttributes,
            .cookiePrefixes,
            .rangeUnits, .relations, .wellKnownURIs, .protocols, .forwardedParameters, .preferences, .frames,
            .settings, .errorCodes, .http3Frames, .http3Settings, .http3Errors, .mediaTypes, .glossary:
            break
        }
        for need in term.needs {
            row(need.isRequired ? "requires" : "usually has", "\(need.field); without it \(need.use)")
        }
        switch term.standing {
        case .permanent: break
        case .provisional: row("standing", "provisional: it can still change")
        case .obsolete: row("standing", "obsolete: do not use it")
        case .unregistered: row("standing", "not registered, but in use")
        }
        if !term.example.isEmpty { row("example", term.example) }
        row("specified", term.reference.text)
    }

    /// What it says or does, as a sentence of its own.
    private func sentence(_ term: Term, of kind: Vocabulary) -> String {
        guard term.isDescribed else { return "It is registered, but Hark has no description; see its specification." }
        let beginsSmall = term.meaning.utf8.first.map { ASCII.isAlpha($0) && ASCII.lowercase($0) == $0 } == true
        if !beginsSmall { return term.meaning }
        return kind == .fields ? term.meaning.capitalisedFirst : "\(term.name) \(term.meaning)"
    }

    // MARK: Rows of one kind

    private mutating func statusRows(_ term: Term) {
        let family = StatusClass(term.number ?? 0)
        row("class", "\(family.name): \(family.text)")
        if term.has(.neverStored) { row("cacheable", "no: caches must not store it, whatever Cache-Control says") }
        if term.has(.heuristic) { row("cacheable", "yes, even without a lifetime") }
        if term.has(.bodiless) { row("body", "never") }
    }

    private mutating func methodRows(_ term: Term) {
        row("safe", term.has(.safe) ? "yes: it does not ask for a change" : "no: it can change something")
        row(
            "idempotent",
            term.has(.idempotent)
                ? "yes: repeating it has no further effect, so a client can retry when the response was lost"
                : "no: repeating it can repeat the effect, so do not retry after a lost response")
        row("cacheable", cacheability(term))
        row(
            "body",
            term.has(.contentExpected)
                ? "expected"
                : term.has(.contentOptional)
                    ? "possible"
                    : term.has(.contentForbidden) ? "forbidden" : "without a defined meaning; some servers reject it")
    }

    private func cacheability(_ term: Term) -> String {
        if term.has(.contentInKey) { return "yes, by caches that include the request's content in the key" }
        if term.has(.cacheable) { return "yes: caches can answer later requests with the response" }
        return term.has(.cacheableWhenExplicit)
            ? "only with an explicit lifetime and Content-Location; most caches never do"
            : "no: caches do not reuse its response"
    }

    private mutating func fieldRows(_ term: Term) {
        let places = [(Trait.request, "requests"), (.response, "responses"), (.trailer, "trailers")]
            .filter { term.has($0.0) }.map(\.1)
        if !places.isEmpty { row("sent in", places.joined(separator: ", ")) }
        let forms: [(Trait, String)] = [
            (.list, "a list: several lines are one list"), (.singleton, "one value"),
            (.structuredItem, "a Structured Field: an item"), (.structuredList, "a Structured Field: a list"),
            (.structuredDictionary, "a Structured Field: a dictionary"),
        ]
        for (trait, words) in forms where term.has(trait) { row("value", words) }
        let properties: [(Trait, String)] = [
            (.hopByHop, "only for this connection: a proxy removes it"),
            (.forProxy, "for the proxy, which removes it"),
            (.framing, "it belongs to the framing of the message"),
            (.secret, "it contains a credential: keep it secret"),
            (.condition, "it makes the request conditional"),
            (.browserOnly, "scripts in browsers cannot set it in a request"),
            (.browserAdded, "the browser can add it; scripts can set it too"),
        ]
        for (trait, words) in properties where term.has(trait) { row("note", words) }
    }

    // MARK: What is not there

    /// Of a code that nothing registers, its class says how it is treated (RFC 9110 §15).
    package mutating func show(_ family: StatusClass, of code: Int) {
        page.heading("\(code)")
        page.prose("This code is not in Hark's dictionary. A client treats it as \(family.general).", at: 2)
        page.newline()
        row("class", "\(family.name): \(family.text)")
        row("specified", family.reference.text)
    }

    /// The parts of a value that was given with the name.
    package mutating func show(value: Bytes, of name: Bytes, in kind: MessageKind) {
        let spans = FieldValue.dissect(name: name, value: value, at: 0, in: kind)
        guard !spans.isEmpty else { return }
        page.newline()
        // As on a page: each part whole, with what is said of it, and its parameters beneath.
        for span in spans.filter({ !$0.isSeparator }).flatMap({ [$0] + $0.parameters }) {
            page.pad(to: 2)
            page.raw(span.isMalformed ? .bad : .notice) { $0.wire(value.slice(span.range), limit: 24) }
            page.prose(Prose(stringLiteral: span.text), at: 28, ink: span.isMalformed ? .bad : .normal)
        }
    }

    /// What is not in the dictionary, and what is like it.
    package mutating func showNothing(_ what: String, _ name: String, similar: [String]) {
        page.prose("There is no \(Prose(stringLiteral: what)) \(name) in Hark's dictionary.", at: 0)
        if !similar.isEmpty { page.prose("Similar: " + .quoted(similar, separator: ", ") + ".", at: 0) }
    }

    /// One line of a list of a kind's names.
    package mutating func list(_ term: Term) {
        page.pad(to: 2)
        page.raw(.notice) { $0.wire(Bytes(term.number.map { "\($0) \(term.name)" } ?? term.name), limit: 40) }
        page.prose(Prose(stringLiteral: term.text), at: 32, ink: term.isDescribed ? .normal : .quiet)
    }

    private mutating func prose(_ text: String) {
        if !text.isEmpty { page.prose(Prose(stringLiteral: text), at: 2) }
    }

    private mutating func row(_ name: String, _ text: String) {
        page.pad(to: 2)
        page.raw(.quiet) { $0.wire(name) }
        page.prose(Prose(stringLiteral: text), at: 14)
    }
}
