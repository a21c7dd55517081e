import Bytes
import Flow

extension FieldWork {
    /// The lines of a message as they stand after some wishes.
    struct Lines {
        private(set) var all: [(name: Bytes, value: Bytes)]
        /// Of each line its name as a number, by which most are passed over.
        private var numbers: [UInt64]

        init(_ lines: [(name: Bytes, value: Bytes)]) {
            all = lines
            numbers = lines.map { $0.name.caselessNumber }
        }

        func values(_ name: Bytes) -> [Bytes] { places(name, name.caselessNumber).map { all[$0].value } }

        /// The lines of this name.
        private func places(_ name: Bytes, _ number: UInt64) -> [Int] {
            numbers.indices.filter { numbers[$0] == number && all[$0].name.equalsIgnoringCase(name) }
        }

        private mutating func append(_ name: Bytes, _ number: UInt64, _ value: Bytes) {
            all.append((name, value))
            numbers.append(number)
        }

        private mutating func remove(_ places: some BidirectionalCollection<Int>) {
            for place in places.reversed() {
                all.remove(at: place)
                numbers.remove(at: place)
            }
        }

        /// Does what a rule wishes; whether anything is other than before.
        mutating func change(_ rule: HeaderRule) -> Bool {
            let (name, number) = (rule.name, rule.nameNumber)
            let places = places(name, number)
            switch rule.action {
            case .set(let value):
                guard let first = places.first else {
                    append(name, number, value)
                    return true
                }
                let hasChanged = places.count > 1 || all[first].value != value
                all[first].value = value
                remove(places.dropFirst())
                return hasChanged
            case .add(let value):
                append(name, number, value)
                return true
            case .remove:
                remove(places)
                return !places.isEmpty
            case .removeLine(let value):
                let meant = places.filter { all[$0].value == value }
                remove(meant)
                return !meant.isEmpty
            case .replaceLine(let value, let other):
                let meant = value == other ? [] : places.filter { all[$0].value == value }
                for place in meant { all[place].value = other }
                return !meant.isEmpty
            }
        }
    }
}
