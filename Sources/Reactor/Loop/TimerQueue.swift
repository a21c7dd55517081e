/// The timers of one loop: a binary heap by time. Owned by the loop; runs on it.
///
/// Most deadlines are idle time-outs that are moved later again and again and never fire. Moving one later stores a
/// number in its timer; the heap learns of it when the old time comes.
final class TimerQueue {
    private struct Entry {
        var time: UInt64
        let timer: LoopTimer
    }

    private var heap = ContiguousArray<Entry>()

    /// When `fire` has something to look at; `UInt64.max` when never.
    private(set) var earliest = UInt64.max

    var count: Int { heap.count }

    /// Makes sure that `timer` is looked at no later than at `time`.
    func insert(_ timer: LoopTimer, at time: UInt64) {
        if let place = timer.place {
            guard time < heap[place].time else { return }
            heap[place].time = time
            timer.lookedAt = time
            siftUp(place)
        } else {
            heap.append(Entry(time: time, timer: timer))
            timer.place = heap.count - 1
            timer.lookedAt = time
            siftUp(heap.count - 1)
        }
        earliest = heap[0].time
    }

    func remove(_ timer: LoopTimer) {
        guard let place = timer.place else { return }
        timer.place = nil
        timer.lookedAt = .max
        let last = heap.removeLast()
        if place < heap.count {
            heap[place] = last
            last.timer.place = place
            siftUp(place)
            siftDown(last.timer.place ?? place)
        }
        earliest = heap.first?.time ?? .max
    }

    func removeAll() {
        let entries = heap
        heap.removeAll()
        earliest = .max
        for entry in entries {
            entry.timer.place = nil
            entry.timer.lookedAt = .max
            entry.timer.invalidate()
        }
    }

    /// Fires what is due, in the order of deadlines.
    func fire(now: UInt64) {
        // Each pass settles one entry. A timer that re-arms itself for the past must not keep the loop here.
        var remaining = heap.count
        while remaining > 0, let top = heap.first, top.time <= now {
            remaining -= 1
            let timer = top.timer
            if timer.deadline > now, timer.deadline != .max {
                heap[0].time = timer.deadline
                timer.lookedAt = timer.deadline
                siftDown(0)
                earliest = heap[0].time
            } else {
                remove(timer)
                timer.fire(now: now)
            }
        }
    }

    private func siftUp(_ start: Int) {
        var place = start
        while place > 0 {
            let parent = (place - 1) / 2
            guard heap[place].time < heap[parent].time else { return }
            exchange(place, parent)
            place = parent
        }
    }

    private func siftDown(_ start: Int) {
        var place = start
        while true {
            var least = place
            let left = 2 * place + 1
            if left < heap.count, heap[left].time < heap[least].time { least = left }
            if left + 1 < heap.count, heap[left + 1].time < heap[least].time { least = left + 1 }
            guard least != place else { return }
            exchange(place, least)
            place = least
        }
    }

    private func exchange(_ left: Int, _ right: Int) {
        heap.swapAt(left, right)
        heap[left].timer.place = left
        heap[right].timer.place = right
    }
}
