import Dispatch
import Library
import Page
import Screen
import Synchronization

/// Has orders answered beside the screen's thread: rows and one exchange on a queue of their own, so that they need not
/// wait for what takes long. Safe to use from anywhere.
final class ScreenWork: Sendable {
    private let mail: ScreenMail
    private let quick: Mutex<ScreenLibrary>
    private let slow: Mutex<ScreenLibrary>
    private let quickQueue = DispatchQueue(label: "hark.screen.rows", qos: .userInitiated)
    private let slowQueue = DispatchQueue(label: "hark.screen.work")
    private let told = Mutex<Set<String>>([])
    private let isLooking = Atomic(false)
    /// Goes up with each part of an exchange that is asked for, and each story.
    private let parts = Atomic(0)
    private let stories = Atomic(0)

    /// Which session is shown.
    private let shown: Mutex<String>

    init(_ library: ScreenLibrary, _ mail: ScreenMail) {
        self.mail = mail
        shown = Mutex(library.place)
        quick = Mutex(library)
        slow = Mutex(library)
    }

    func perform(_ order: ScreenOrder) {
        switch order {
        case .rows: quickQueue.async { [self] in quick.withLock { $0.answer(order, deliver) } }
        case .tab, .lens:
            let number = parts.wrappingAdd(1, ordering: .relaxed).newValue
            performUnless(order) { [self] in parts.load(ordering: .relaxed) != number }
        case .story:
            let number = stories.wrappingAdd(1, ordering: .relaxed).newValue
            performUnless(order) { [self] in stories.load(ordering: .relaxed) != number }
        case .find, .match, .values, .page, .ghosts, .seek, .resend, .readRequest, .send, .copy, .save, .openPage,
            .newSession, .rules, .changeRules, .tryRule, .makeRule, .decide, .decideAll:
            slowQueue.async { [self] in slow.withLock { $0.answer(order, deliver) } }
        // Whoever owns the terminal does that.
        case .editHeld, .editRequest: break
        }
    }

    /// Who holds a key down goes past many exchanges and stays at the last: of those before it nothing is asked.
    private func performUnless(_ order: ScreenOrder, _ isOutdated: @escaping @Sendable () -> Bool) {
        quickQueue.async { [self] in
            if !isOutdated() { quick.withLock { $0.answer(order, deliver) } }
        }
    }

    private var deliver: @Sendable (ScreenAnswer) -> Void {
        let mail = mail
        return { mail.put(.answer($0)) }
    }

    /// Looks what became of the file; one look at a time.
    func look() {
        guard !isLooking.exchange(true, ordering: .relaxed) else { return }
        slowQueue.async { [self] in
            let (change, place) = slow.withLock { ($0.look(), $0.place) }
            if place != shown.withLock({ $0 }), let session = slow.withLock({ $0.session }) {
                shown.withLock { $0 = place }
                told.withLock { $0 = [] }
                mail.put(.answer(.began(session)))
            }
            isLooking.store(false, ordering: .relaxed)
            switch change {
            case .none: break
            case .grown, .shrunk: mail.put(.change(change))
            case .deleted, .replaced, .damaged:
                // What became of the file for good is told once.
                guard told.withLock({ $0.insert("\(change)").inserted }) else { return }
                mail.put(.change(change))
            }
        }
    }
}
