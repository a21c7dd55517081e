import Bytes
import Flow
import HTTPModel

/// Which checks there are for which message and field, so that an exchange is asked only what can be true of it.
struct CheckRegister: Sendable {
    /// A field that checks are of, or wait for.
    private struct Entry: Sendable {
        let name: StaticString
        /// The places of its checks.
        var places: [Int]
        /// Stands for the field in a `Gate`; 0 when none waits for it.
        var bit: UInt64
    }

    /// What one message has.
    private struct Presence {
        /// The bits of its fields.
        var bits: UInt64 = 0
        /// The places of its fields' checks, each once.
        var places: [Int] = []

        mutating func add(_ entry: Entry) {
            bits |= entry.bit
            // A field may have several lines; its checks look at all of them.
            guard let first = entry.places.first, !places.contains(first) else { return }
            places += entry.places
        }
    }

    /// The fields of one kind of message, by the length of the name, which few share.
    private struct Fields: Sendable {
        private var byLength: [[Entry]] = []
        /// Those that the decoder knows, by their numbers: their names need not be compared.
        private var known: [Entry?] = KnownField.allCases.map { _ in nil }
        private var nextBit: UInt64 = 1

        mutating func add(_ name: StaticString, _ place: Int) {
            let (length, index) = entry(name)
            byLength[length][index].places.append(place)
        }

        /// The bits of these fields; 0, which bars nothing, when there are more fields than bits.
        mutating func bits(of names: [StaticName]) -> UInt64 {
            var bits: UInt64 = 0
            for name in names {
                let (length, index) = entry(name.name)
                if byLength[length][index].bit == 0 {
                    byLength[length][index].bit = nextBit
                    nextBit &<<= 1
                }
                guard byLength[length][index].bit != 0 else { return 0 }
                bits |= byLength[length][index].bit
            }
            return bits
        }

        /// When all are added.
        mutating func finish() {
            for field in KnownField.allCases where field != .other {
                let name = field.name.description
                known[Int(field.rawValue)] = byLength.joined().first { $0.name.description == name }
            }
        }

        private mutating func entry(_ name: StaticString) -> (length: Int, index: Int) {
            let length = name.utf8CodeUnitCount
            while byLength.count <= length { byLength.append([]) }
            if let known = byLength[length].firstIndex(where: { $0.name.description == name.description }) {
                return (length, known)
            }
            byLength[length].append(Entry(name: name, places: [], bit: 0))
            return (length, byLength[length].count - 1)
        }

        func presence(in section: FieldSection) -> Presence {
            var presence = Presence()
            presence.places.reserveCapacity(32)
            for line in section.lines {
                guard line.known == .other else {
                    known[Int(line.known.rawValue)].map { presence.add($0) }
                    continue
                }
                guard line.name.count < byLength.count else { continue }
                let entries = byLength[line.name.count]
                guard !entries.isEmpty else { continue }
                let name = section.name(of: line)
                for entry in entries where name.equalsIgnoringCase(entry.name) {
                    presence.add(entry)
                }
            }
            return presence
        }
    }

    /// A trigger as numbers.
    private struct Gate: Sendable {
        let statuses: ClosedRange<Int>
        let asked: UInt64
        let answered: UInt64
        let circumstances: UInt64

        @inline(__always)
        func isOpen(_ asked: UInt64, _ answered: UInt64, _ circumstances: UInt64) -> Bool {
            self.circumstances & ~circumstances == 0 && (self.asked == 0 || self.asked & asked != 0)
                && (self.answered == 0 || self.answered & answered != 0)
        }
    }

    private var requestFields = Fields()
    private var responseFields = Fields()
    private var requests: [Int] = []
    private var responses: [Int] = []
    private var each: [Int] = []
    private var exchanges: [Int] = []
    private var streams: [Int] = []
    private var inner: [Int] = []
    /// Of each check, by its place.
    private var gates: [Gate] = []
    /// References that are not counted when they are asked, hundreds of times an exchange; `kept` holds them.
    private let checks: [Unmanaged<Check>]
    private let kept: [Check]

    init(_ checks: [Check]) {
        kept = checks
        self.checks = checks.map { .passUnretained($0) }
        for (place, check) in checks.enumerated() {
            switch check.scope {
            case .field(.request, let field): requestFields.add(field.name, place)
            case .field(.response, let field): responseFields.add(field.name, place)
            case .message(.request): requests.append(place)
            case .message(.response): responses.append(place)
            case .each: each.append(place)
            case .eachField(let field):
                requestFields.add(field.name, place)
                responseFields.add(field.name, place)
            case .exchange: exchanges.append(place)
            case .stream: streams.append(place)
            case .inner: inner.append(place)
            case .wire, .connection, .session: break
            }
            gates.append(
                Gate(
                    statuses: check.trigger.statuses ?? Int.min...Int.max,
                    asked: requestFields.bits(of: check.trigger.asked),
                    answered: responseFields.bits(of: check.trigger.answered),
                    circumstances: check.trigger.circumstances.rawValue))
        }
        requestFields.finish()
        responseFields.finish()
    }

    /// The checks to ask: those of messages and fields that were recorded.
    ///
    /// - Parameter heedsTriggers: leave out those whose trigger names what is not there.
    func forEach(for facts: Facts, heedsTriggers: Bool, _ body: (Check, MessageKind) -> Void) {
        let request = facts.request.map { requestFields.presence(in: $0.fields) }
        let response = facts.response.map { responseFields.presence(in: $0.fields) }
        let status = facts.response?.status ?? 0
        let (asked, answered) = (request?.bits ?? 0, response?.bits ?? 0)
        let circumstances = heedsTriggers ? Circumstances(facts) : []
        func ask(_ places: [Int], _ side: MessageKind = .request) {
            let holding = circumstances.asked(of: side).rawValue
            for place in places where gates[place].statuses.contains(status) {
                guard !heedsTriggers || gates[place].isOpen(asked, answered, holding) else { continue }
                checks[place]._withUnsafeGuaranteedRef { body($0, side) }
            }
        }
        if let request {
            ask(requests)
            ask(each)
            ask(request.places)
        }
        if facts.evidence.isStreamed { ask(streams) }
        if !facts.evidence.inner.isEmpty { ask(inner) }
        guard let response else { return }
        ask(responses, .response)
        ask(each, .response)
        ask(response.places, .response)
        if request != nil { ask(exchanges) }
    }
}
