/// The views that there are: at most so many, the one that was not used for longest going first.
struct PageViews: Sendable {
    private var views: [PageView] = []
    private var uses: [Int: UInt64] = [:]
    private var useCount: UInt64 = 0
    private var lastID = 0

    private let most: Int

    static let usual = 4

    init(most: Int) {
        self.most = most
    }

    mutating func nextID() -> Int {
        lastID += 1
        return lastID
    }

    mutating func add(_ view: PageView) {
        if views.count >= most, let oldest = views.min(by: { uses[$0.id, default: 0] < uses[$1.id, default: 0] }) {
            views.removeAll { $0.id == oldest.id }
            uses[oldest.id] = nil
        }
        views.append(view)
        use(view.id)
    }

    /// Numbers are not given anew.
    mutating func removeAll() {
        views = []
        uses = [:]
    }

    private mutating func use(_ id: Int) {
        useCount += 1
        uses[id] = useCount
    }

    /// The view of this number, as it is used.
    mutating func get(_ id: Int) -> PageView? {
        guard let view = views.first(where: { $0.id == id }) else { return nil }
        use(id)
        return view
    }

    /// The same without its counting as use.
    func peek(_ id: Int) -> PageView? { views.first { $0.id == id } }

    var ids: [Int] { views.map(\.id) }

    /// Changes a view where it lies: its numbers are many.
    mutating func change<Result>(_ id: Int, _ body: (inout PageView) -> Result) -> Result? {
        guard let place = views.firstIndex(where: { $0.id == id }) else { return nil }
        return body(&views[place])
    }
}
