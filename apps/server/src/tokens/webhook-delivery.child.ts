import { answerTasks } from '../platform/worker-process.child.ts'
import { type Delivery, readDelivery } from './webhook-delivery.ts'

// A process of its own (webhooks.routes.ts): a thread whose heap is full ends the server with it.
answerTasks(async (delivery: Delivery) => readDelivery(delivery))
