import Flow

/// What the session's writer does on its queue: a batch is one transaction.
struct SessionWorker {
    private let file: SessionFile
    private let run: SessionRun
    private let options: SessionWriter.Options
    private let say: @Sendable (String) -> Void
    private var flows: FlowWriter
    private var trimmer: FlowTrimmer
    private let judging: FlowJudging?
    /// `PRAGMA data_version`: another value when somebody else has changed the file.
    private var dataVersion: Int64?
    /// Flows that ended and are not in the file, since writing last worked.
    private var lost = 0
    /// Those that were told already.
    private var lostBefore = 0
    private var isFailing = false
    /// Why the last transaction failed that did.
    private var reason = ""
    private var isClosed = false
    private var isGone = false

    init(
        _ file: SessionFile, run: SessionRun, options: SessionWriter.Options, say: @escaping @Sendable (String) -> Void
    ) {
        self.file = file
        self.run = run
        self.options = options
        self.say = say
        let judging = options.reader.map { FlowJudging($0) }
        flows = FlowWriter(bodyLimit: options.bodyLimit, judging: judging, judgesAtOnce: options.judgesAtOnce)
        trimmer = FlowTrimmer(options.bound)
        self.judging = judging
        begin()
    }

    private mutating func begin() {
        if let pages = options.mostPages {
            try? file.database.use { try $0.execute(sql: "PRAGMA max_page_count = \(pages)") }
        }
        let run = run
        transaction { _, database in
            let row = try Prepared(
                database,
                """
                INSERT INTO run(name, started, version, command) VALUES(?,?,?,?) ON CONFLICT(name) DO NOTHING
                """)
            row.bind([.text(run.id.text), .integer(run.started), .text(run.version), .text(run.command)])
            try row.run()
        }
        transaction(isQuiet: true) { worker, database in try worker.judging?.begin(database) }
    }

    /// Looks at some flows that nobody has judged; false when there are no more, or it cannot be written.
    mutating func judge() -> Bool {
        guard !isClosed, !isFailing, let judging else { return false }
        var isMore = false
        let isWritten = transaction(isQuiet: true) { worker, database in
            isMore = try worker.flows.judge(judging, database)
        }
        return isWritten && isMore
    }

    /// Something is not in the file of flows that go on.
    var isWaiting: Bool { !isClosed && flows.isWaiting }

    /// Writes changes, and what is new of flows that go on when it has waited for long enough.
    ///
    /// - Parameters:
    ///   - since: when the first of the changes came.
    ///   - moment: what came later, of flows that go on, may wait.
    mutating func write(_ changes: [FlowChange], since: UInt64, upTo moment: UInt64) {
        guard !isClosed else { return }
        var ended = 0
        for change in changes {
            if case .over = change { ended += 1 }
        }
        transaction(writing: changes) { worker, database in
            for change in changes { try worker.flows.take(change, since: since, database) }
            try worker.flows.flush(upTo: moment, database)
            try worker.flows.closeBlocks(database)
            var isRemoved = false
            for case .over(let last, _) in changes where last.record.marks != FlowEvent.Remarks() {
                if try FlowMarking.put(last.record, database) { isRemoved = true }
            }
            if isRemoved { worker.flows.forget(.bodies) }
            if let gone = try worker.trimmer.trim(after: ended, database) { worker.flows.forget(gone) }
        }
    }

    /// Puts on a flow that is in the file what people put on it elsewhere.
    mutating func mark(_ flow: StoredFlow) {
        transaction { _, database in
            let id = Int64(bitPattern: flow.record.id.number)
            let row = try Prepared(database, "UPDATE flow SET pinned = ?, comment = ? WHERE id = ?")
            row.bind(0, flow.isPinned ? 1 : 0)
            row.bind(1, flow.comment)
            row.bind(2, id)
            try row.run()
            for name in flow.tags {
                let tag = try Prepared(database, "INSERT OR IGNORE INTO tag(flow, name) VALUES(?,?)")
                tag.bind([.integer(id), .text(name)])
                try tag.run()
            }
        }
    }

    /// How many flows were lost, from the first on.
    mutating func finish() -> Int {
        guard !isClosed else { return lostBefore + lost }
        transaction { worker, database in try worker.flows.flush(database) }
        // Where these fail no flow is lost: any word may be in flows without grams, and the bound is kept next time.
        let isIndexed = transaction(isQuiet: true) { worker, database in try worker.flows.closeIndices(database) }
        if !isIndexed, !isFailing {
            say(
                """
                the search index of \(file.path) could not be updated: \(reason). No exchange is lost; searching the \
                latest ones takes longer.
                """)
        }
        transaction(isQuiet: true) { worker, database in _ = try worker.trimmer.trim(after: .max, database) }
        isClosed = true
        flows.close()
        if lost > 0 { say("\(Self.counted(lost)) not recorded in \(file.path)") }
        file.close(removingWhenEmpty: options.removesWhenEmpty)
        return lostBefore + lost
    }

    /// Runs `body` as one transaction. When it fails, nothing of it is in the file, and what ended in it is lost.
    ///
    /// - Parameter isQuiet: nobody is told when it fails.
    /// - Returns: whether it went through.
    @discardableResult
    private mutating func transaction(
        writing changes: [FlowChange] = [], isQuiet: Bool = false,
        _ body: (inout SessionWorker, Database) throws -> Void
    ) -> Bool {
        do {
            let changes = try committed(body)
            flows.confirm()
            // Where nothing was to be written, nothing says that it could be.
            if changes != 0 { wrote() }
            return true
        } catch {
            lost += flows.forget(changes)
            reason = (error as? DatabaseError)?.message ?? "\(error)"
            if !isQuiet { failed() }
            return false
        }
    }

    /// How many patiences more a lock is waited for, once that was said.
    private static let longWait = 11.0

    /// One transaction, and how many rows it changed. While another program writes to the file nothing is lost: it is
    /// waited for, and whoever reads from sockets waits with it; at most a minute, so that a program that is stuck
    /// does not stop the proxy for good.
    private mutating func committed(_ body: (inout SessionWorker, Database) throws -> Void) throws -> Int {
        var hasBegun = false
        func run() throws -> Int {
            try file.database.use { database in
                let before = database.totalChangesCount
                try database.transaction {
                    hasBegun = true
                    // From here on nobody else can change the file.
                    try notice(database)
                    try body(&self, database)
                }
                return database.totalChangesCount - before
            }
        }
        do {
            return try run()
        } catch let error as DatabaseError where error.code == .busy && !hasBegun && !isFailing {
            say("another program is writing to \(file.path); the \(options.activity) waits for it, at most a minute")
            file.wait(atMost: file.patience * Self.longWait)
            defer { file.wait(atMost: file.patience) }
            return try run()
        }
    }

    private mutating func notice(_ database: Database) throws {
        let version = try Prepared(database, "PRAGMA data_version").first { $0.integer(0) ?? 0 }
        if dataVersion != version { flows.forget(.all) }
        dataVersion = version
    }

    // MARK: Losses

    /// Looks whether the file still has its name, and says once when it does not; false when there is no more to see.
    mutating func lookAtFile() -> Bool {
        guard !isClosed, !isGone else { return false }
        guard !file.isInPlace else { return true }
        isGone = true
        say(
            "\(file.path) was deleted or replaced while Hark records into it. New exchanges are lost when Hark "
                + "exits; "
                + "restart Hark to record into a new file.")
        return false
    }

    private mutating func failed() {
        guard !isFailing else { return }
        isFailing = true
        say(
            """
            cannot write \(file.path): \(reason). The \(options.activity) continues, but exchanges are not recorded \
            until the file is writable.
            """)
    }

    private mutating func wrote() {
        guard isFailing else { return }
        isFailing = false
        guard lost > 0 else { return }
        say("\(file.path) is writable again; \(Self.counted(lost)) not recorded in between")
        lostBefore += lost
        lost = 0
    }

    private static func counted(_ flows: Int) -> String { flows == 1 ? "1 exchange was" : "\(flows) exchanges were" }
}
