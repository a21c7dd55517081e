import Bytes
import Flow
import HTTPModel

/// Which checks there are for which message and field, so that an exchange is asked only what can be true of it.
struct CheckRegister: Sendable {
    /// The checks of one field.
    private struct Entry: Sendable {
        let name: StaticString
        var places: [Int]
    }

    /// By the length of the name, which few share.
    private struct Fields: Sendable {
        var byLength: [[Entry]] = []

        mutating func add(_ name: StaticString, _ place: Int) {
            let length = name.utf8CodeUnitCount
            while byLength.count <= length { byLength.append([]) }
            if let known = byLength[length].firstIndex(where: { $0.name.description == name.description }) {
                byLength[length][known].places.append(place)
            } else {
                byLength[length].append(Entry(name: name, places: [place]))
            }
        }

        /// The checks of the fields that are there, each once.
        func forEach(in section: FieldSection, _ body: (Int) -> Void) {
            var done: [Int] = []
            for line in section.lines where line.name.count < byLength.count {
                let entries = byLength[line.name.count]
                guard !entries.isEmpty else { continue }
                let name = section.name(of: line)
                for entry in entries where name.equalsIgnoringCase(entry.name) {
                    // A field may have several lines; its checks look at all of them.
                    guard !done.contains(entry.places[0]) else { continue }
                    done.append(entry.places[0])
                    for place in entry.places { body(place) }
                }
            }
        }
    }

    private var requestFields = Fields()
    private var responseFields = Fields()
    private var requests: [Int] = []
    private var responses: [Int] = []
    private var exchanges: [Int] = []

    init(_ checks: [Check]) {
        for (place, check) in checks.enumerated() {
            switch check.scope {
            case .field(.request, let field): requestFields.add(field.name, place)
            case .field(.response, let field): responseFields.add(field.name, place)
            case .message(.request): requests.append(place)
            case .message(.response): responses.append(place)
            case .exchange: exchanges.append(place)
            }
        }
    }

    /// The places of the checks to ask: those of messages and fields that were recorded.
    func forEach(for facts: Facts, _ body: (Int) -> Void) {
        if let request = facts.request {
            for place in requests { body(place) }
            requestFields.forEach(in: request.fields, body)
        }
        guard let response = facts.response else { return }
        for place in responses { body(place) }
        responseFields.forEach(in: response.fields, body)
        if facts.request != nil { for place in exchanges { body(place) } }
    }
}
