internal import Synchronization

/// The leaves in use, by name: bounded, and shared by the shards. A name that many ask for at once is minted once.
///
/// What is kept and delivered is `Served`, made of the leaf by `prepare`: what a TLS session presents, so that a leaf
/// is read into it once and not per connection. Minting and preparing happen where `execute` puts them, never on the
/// caller's loop. Safe from anywhere.
package final class LeafCache<Served: Sendable>: Sendable {
    package typealias Delivery = @Sendable (Result<Served, AuthorityError>) -> Void

    private struct Entry {
        let leaf: Leaf
        let served: Served
        var lastUse: UInt64
    }

    private enum Decision {
        case deliver(Served)
        case mint
        case wait
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
    private let prepare: @Sendable (Leaf) throws(AuthorityError) -> Served
    private let state = Mutex(State())

    /// `now`: seconds since 1970. `execute`: runs a closure soon, elsewhere; a serial queue of its own is meant.
    package init(
        mint: LeafMint, capacity: Int = 1000, now: @escaping @Sendable () -> Int64,
        execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        prepare: @escaping @Sendable (Leaf) throws(AuthorityError) -> Served
    ) {
        self.mint = mint
        self.capacity = max(1, capacity)
        self.now = now
        self.execute = execute
        self.prepare = prepare
    }

    /// How many leaves are kept.
    package var count: Int {
        state.withLock { $0.entries.count }
    }

    /// The leaf for a name: at once, on the caller's thread, when there is a fresh one; else when it has been minted,
    /// on the thread that minted it.
    package func leaf(for name: LeafName, deliver: @escaping Delivery) {
        let moment = now()
        let decision = state.withLock { state -> Decision in
            if let served = Self.fresh(name, at: moment, in: &state) { return .deliver(served) }
            let isFirst = state.waiting[name] == nil
            state.waiting[name, default: []].append(deliver)
            return isFirst ? .mint : .wait
        }
        switch decision {
        case .deliver(let served): deliver(.success(served))
        case .mint: execute { self.mintNow(name) }
        case .wait: break
        }
    }

    /// The same if a fresh one is kept: for callers who would rather not wait.
    package func freshLeaf(for name: LeafName) -> Served? {
        let moment = now()
        return state.withLock { Self.fresh(name, at: moment, in: &$0) }
    }

    private static func fresh(_ name: LeafName, at moment: Int64, in state: inout State) -> Served? {
        guard let entry = state.entries[name], entry.leaf.isFresh(at: moment) else { return nil }
        state.uses += 1
        state.entries[name]?.lastUse = state.uses
        return entry.served
    }

    private func mintNow(_ name: LeafName) {
        let moment = now()
        let result = Result { () throws(AuthorityError) in
            let leaf = try mint.mint(for: name, now: moment)
            return Entry(leaf: leaf, served: try prepare(leaf), lastUse: 0)
        }
        let waiting = state.withLock { state in
            if case .success(let entry) = result { keep(entry, in: &state) }
            return state.waiting.removeValue(forKey: name) ?? []
        }
        // Outside of the lock: a delivery may ask for the next name.
        for deliver in waiting { deliver(result.map(\.served)) }
    }

    private func keep(_ entry: Entry, in state: inout State) {
        // Looking at every entry costs a few microseconds beside the signature, and spares a list kept in order.
        if state.entries[entry.leaf.name] == nil, state.entries.count >= capacity,
            let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            state.entries[oldest.key] = nil
        }
        state.uses += 1
        state.entries[entry.leaf.name] = entry
        state.entries[entry.leaf.name]?.lastUse = state.uses
    }
}

extension LeafCache where Served == Leaf {
    /// A cache of the leaves themselves.
    package convenience init(
        mint: LeafMint, capacity: Int = 1000, now: @escaping @Sendable () -> Int64,
        execute: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.init(mint: mint, capacity: capacity, now: now, execute: execute, prepare: { $0 })
    }
}
