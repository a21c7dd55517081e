internal import Synchronization

/// The leaves in use, by name: bounded, and shared by the shards. A name that many ask for at once is minted once.
///
/// Minting happens where `execute` puts it, never on the caller's loop. Safe from anywhere.
package final class LeafCache: Sendable {
    package typealias Delivery = @Sendable (Result<Leaf, AuthorityError>) -> Void

    private struct Entry {
        let leaf: Leaf
        var lastUse: UInt64
    }

    private struct State {
        var entries: [LeafName: Entry] = [:]
        /// Those who wait for a name that is being minted.
        var waiting: [LeafName: [Delivery]] = [:]
        var uses: UInt64 = 0
    }

    private let mint: LeafMint
    private let capacity: Int
    private let now: @Sendable () -> Int64
    private let execute: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let state = Mutex(State())

    /// `now`: seconds since 1970. `execute`: runs a closure soon, elsewhere; a serial queue of its own is meant.
    package init(
        mint: LeafMint, capacity: Int = 1000, now: @escaping @Sendable () -> Int64,
        execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.mint = mint
        self.capacity = max(1, capacity)
        self.now = now
        self.execute = execute
    }

    /// How many leaves are kept.
    package var count: Int {
        state.withLock { $0.entries.count }
    }

    /// The leaf for a name: at once, on the caller's thread, when there is a fresh one; else when it has been minted, on
    /// the thread that minted it.
    package func leaf(for name: LeafName, deliver: @escaping Delivery) {
        let moment = now()
        enum Decision {
            case deliver(Leaf)
            case mint
            case wait
        }
        let decision = state.withLock { state -> Decision in
            if let leaf = Self.fresh(name, at: moment, in: &state) { return .deliver(leaf) }
            let isFirst = state.waiting[name] == nil
            state.waiting[name, default: []].append(deliver)
            return isFirst ? .mint : .wait
        }
        switch decision {
        case .deliver(let leaf): deliver(.success(leaf))
        case .mint: execute { self.mintNow(name) }
        case .wait: break
        }
    }

    /// The leaf, if a fresh one is kept: for callers who would rather not wait.
    package func freshLeaf(for name: LeafName) -> Leaf? {
        let moment = now()
        return state.withLock { Self.fresh(name, at: moment, in: &$0) }
    }

    private static func fresh(_ name: LeafName, at moment: Int64, in state: inout State) -> Leaf? {
        guard let leaf = state.entries[name]?.leaf, leaf.isFresh(at: moment) else { return nil }
        state.uses += 1
        state.entries[name]?.lastUse = state.uses
        return leaf
    }

    private func mintNow(_ name: LeafName) {
        let moment = now()
        let result = Result { () throws(AuthorityError) in try mint.mint(for: name, now: moment) }
        let waiting = state.withLock { state in
            if case .success(let leaf) = result { keep(leaf, in: &state) }
            return state.waiting.removeValue(forKey: name) ?? []
        }
        // Outside of the lock: a delivery may ask for the next name.
        for deliver in waiting { deliver(result) }
    }

    private func keep(_ leaf: Leaf, in state: inout State) {
        // Looking at every entry costs a few microseconds beside the signature, and spares a list kept in order.
        if state.entries[leaf.name] == nil, state.entries.count >= capacity,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            state.entries[oldest.key] = nil
        }
        state.uses += 1
        state.entries[leaf.name] = Entry(leaf: leaf, lastUse: state.uses)
    }
}
