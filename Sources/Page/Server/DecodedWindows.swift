package import Bytes
import Messages
import Synchronization

/// How far the bodies that were looked at last are decoded, so that the next window goes on from there. Safe to use
/// from anywhere: who reads the same body waits, who reads another does not.
package final class DecodedWindows: PageWindows {
    /// So many bodies, each with what its cursor holds.
    static let mostBodies = 4

    private struct Place {
        let key: CodedBody.Key
        let cursor: Cursor
    }

    private final class Cursor: Sendable {
        private let cursor = Mutex<DecodingCursor?>(nil)

        func read(_ body: CodedBody, from first: Int, count: Int) -> Bytes {
            cursor.withLock { cursor in
                let own = cursor ?? DecodingCursor(body.codings)
                cursor = own
                return own.read(body.content, from: first, count: count)
            }
        }
    }

    /// The one that was read last stands last.
    private let places = Mutex<[Place]>([])

    package init() {}

    /// Bodies that are remembered.
    var count: Int { places.withLock { $0.count } }

    package func read(_ body: CodedBody, from first: Int, count: Int) -> Bytes {
        let cursor = places.withLock { places in
            let known = places.firstIndex { $0.key == body.key }
            let place = known.map { places.remove(at: $0) } ?? Place(key: body.key, cursor: Cursor())
            if places.count >= Self.mostBodies { places.removeFirst() }
            places.append(place)
            return place.cursor
        }
        return cursor.read(body, from: first, count: count)
    }
}
